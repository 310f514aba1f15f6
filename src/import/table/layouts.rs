//! The layouts that files of results come in, as a list: each is a file of this folder and a line here, in the order in
//! which they are tried. The table in `docs/tables.md` is made from it.

use super::{Grid, TableOptions};
use super::{amlb, bakeoff, long, outcomes, wide};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

/// A way in which a file holds results.
pub struct TableLayout {
    /// The word for it in notes.
    pub name: &'static str,
    /// What makes such files, and what one line of them is.
    pub about: &'static str,
    /// Headers, as such files have them.
    pub headers: &'static [&'static str],
    /// Whether its columns have fixed names, so that no option needs to name them.
    pub own_columns: bool,
    /// Whether a second table of standard deviations can go with it.
    pub takes_sd: bool,
    /// Whether a file is of this layout.
    pub(super) recognised: fn(&Sheet, &TableOptions) -> bool,
    /// Reads a file of this layout: one grid per metric, at least one.
    pub(super) read: fn(&Sheet, &TableOptions) -> Result<Vec<Grid>, DataError>,
}

/// Every layout. The first that recognises a file reads it; the last one takes any.
pub const LAYOUTS: &[&TableLayout] =
    &[&outcomes::LAYOUT, &amlb::LAYOUT, &bakeoff::LAYOUT, &long::LAYOUT, &wide::LAYOUT];

impl TableLayout {
    /// The layout of a file.
    pub(super) fn of(sheet: &Sheet, options: &TableOptions) -> &'static TableLayout {
        let found = LAYOUTS.iter().find(|layout| (layout.recognised)(sheet, options));
        found.copied().unwrap_or(&wide::LAYOUT)
    }
}
