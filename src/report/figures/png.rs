//! SVG to PNG with the embedded font alone: no font of the machine is ever looked at, so the same figure has the same
//! pixels everywhere.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::font;

/// Pixels in one unit of a scene (1/96 inch): 240 dots an inch.
const PIXELS: f32 = 2.5;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    font::FILES.iter().for_each(|file| fonts.load_font_data(file.to_vec()));
    fonts.set_sans_serif_family("Arimo");
    Arc::new(fonts)
});

/// The picture of an SVG, or why there is none.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: "Arimo".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let pixels = |length: f32| (length * PIXELS).round() as u32;
    let mut map = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or("the figure is too large for a picture")?;
    resvg::render(&tree, Transform::from_scale(PIXELS, PIXELS), &mut map.as_mut());
    map.encode_png().map_err(|error| error.to_string())
}
