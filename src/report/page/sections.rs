//! The parts of the page that show tables and figures: one per metric, one about all of them, one with published tables.
//! The first table of a part is open; the rest is folded, so that the page stays short.

use serde::Serialize;

use super::{encode, shown};
use crate::analysis::{Findings, Results};
use crate::report::figures::{self, Drawing};
use crate::report::folder::Contents;
use crate::report::reference_words::agreement;
use crate::report::settings::{Figure, Layout, ReportSettings};
use crate::report::table::Table;
use crate::report::write;
use crate::words::sentence_case;

/// A part of the page.
#[derive(Serialize)]
pub struct Section {
    pub id: String,
    pub title: String,
    /// Whether it is about one metric: such parts become tabs.
    metric: bool,
    sentences: Vec<String>,
    /// Shown in full.
    open: Vec<Sheet>,
    /// The figure of the verdict, where the verdict itself does not show it.
    hero: Option<Picture>,
    folded: Vec<Sheet>,
    figures: Vec<Picture>,
}

/// A table.
#[derive(Serialize)]
struct Sheet {
    id: String,
    title: String,
    caption: String,
    html: String,
    notes: Vec<String>,
    files: Vec<Link>,
}

/// A figure.
#[derive(Serialize)]
pub struct Picture {
    id: String,
    title: &'static str,
    /// Whether it is shown without being asked for.
    open: bool,
    /// What it shows, in a sentence.
    label: String,
    /// The same with all notes.
    caption: String,
    svg: String,
    files: Vec<Link>,
}

/// A file that a table or figure can be had as.
#[derive(Serialize)]
struct Link {
    label: &'static str,
    name: String,
    href: String,
}

/// Figures that a verdict is shown with.
pub fn is_hero(figure: &Drawing) -> bool {
    matches!(figure.figure, Figure::CriticalDifference | Figure::Differences)
}

/// One section per metric, and one for what is about all of them.
pub fn sections(findings: &Findings, contents: &Contents, renderer: &Renderer<'_>) -> Vec<Section> {
    let metrics = findings.summary.tables.iter().map(|t| Some(&t.results));
    let mut sections = Vec::new();
    for (position, results) in metrics.chain([None]).enumerate() {
        let metric = results.map(|results| &results.metric);
        let tables = contents
            .tables
            .iter()
            .filter(|table| table.metric.as_ref() == metric && table.layout != Layout::Reference);
        let own: Vec<&Drawing> = contents
            .figures
            .iter()
            .filter(|figure| figure.metric.as_ref() == metric && figure.figure != Figure::Reference)
            .collect();
        let mut open: Vec<Sheet> = tables.map(|table| renderer.sheet(findings, table)).collect();
        // Scores come first; what is about all metrics shows the same numbers again.
        let folded = if metric.is_some() && !open.is_empty() {
            open.split_off(1)
        } else {
            std::mem::take(&mut open)
        };
        // The verdict at the top shows the figure of the first metric.
        let hero = own.iter().find(|figure| position > 0 && is_hero(figure));
        let figures = own.iter().filter(|figure| !is_hero(figure));
        let section = Section {
            id: metric.map_or_else(|| "all".to_owned(), |metric| panel_id(metric)),
            title: results.map_or_else(
                || "All metrics and datasets".to_owned(),
                |results: &Results| sentence_case(&results.title),
            ),
            metric: metric.is_some(),
            sentences: Vec::new(),
            open,
            hero: hero.map(|figure| renderer.picture(figure)),
            folded,
            figures: figures.map(|figure| renderer.picture(figure)).collect(),
        };
        if !section.is_empty() {
            sections.push(section);
        }
    }
    sections
}

/// Published tables next to ours.
pub fn references(
    findings: &Findings,
    contents: &Contents,
    renderer: &Renderer<'_>,
) -> Option<Section> {
    let tables = contents.tables.iter().filter(|table| table.layout == Layout::Reference);
    let figures = contents.figures.iter().filter(|figure| figure.figure == Figure::Reference);
    let section = Section {
        id: "reference".to_owned(),
        title: "Published beside measured".to_owned(),
        metric: false,
        sentences: findings.references.iter().map(agreement).collect(),
        open: tables.map(|table| renderer.sheet(findings, table)).collect(),
        hero: None,
        folded: Vec::new(),
        figures: figures.map(|figure| renderer.picture(figure)).collect(),
    };
    (!section.sentences.is_empty()).then_some(section)
}

fn panel_id(metric: &str) -> String {
    format!("metric-{}", crate::files::name_for(metric))
}

impl Section {
    fn is_empty(&self) -> bool {
        self.open.is_empty()
            && self.folded.is_empty()
            && self.figures.is_empty()
            && self.hero.is_none()
    }
}

/// What a figure is called where it is folded.
fn title(figure: Figure) -> &'static str {
    match figure {
        Figure::CriticalDifference => "Critical differences",
        Figure::BonferroniDunn => "Bonferroni-Dunn diagram",
        Figure::Differences => "Differences with intervals",
        Figure::Scatter => "Two methods, dataset by dataset",
        Figure::LnP => "Distributions of ln p",
        Figure::RankIntervals => "Mean ranks with intervals",
        Figure::Boxes => "Box plots",
        Figure::ScoreBySize => "Scores by size of the dataset",
        Figure::TimeBySize => "Training times by size of the dataset",
        Figure::HeatMap => "Heat map of all scores",
        Figure::PairMatrix => "Matrix of all pairs",
        Figure::Curves => "Convergence of the fits",
        Figure::Reference => "Published and measured scores",
        Figure::StreamScore => "Scores along the streams",
    }
}

/// Makes tables and figures with the files they can be had as.
pub struct Renderer<'a> {
    pub settings: &'a ReportSettings,
    /// The files of the report, also those of an earlier one that stay.
    pub files: &'a [String],
}

impl Renderer<'_> {
    fn sheet(&self, findings: &Findings, table: &Table) -> Sheet {
        let link = |label: &'static str, ending: &str, kind: &str, text: String| Link {
            label,
            name: format!("{}.{ending}", table.name),
            href: encode::address(kind, &text),
        };
        let shown = shown::in_page(findings, table);
        Sheet {
            id: table.name.clone(),
            title: sentence_case(&table.title.shown),
            caption: table.caption.clone(),
            html: write::html::table(&shown),
            notes: shown.remarks(),
            files: vec![
                link("CSV", "csv", "text/csv", write::csv::table(table)),
                link(
                    "LaTeX",
                    "tex",
                    "application/x-tex",
                    write::latex::table(table, self.settings),
                ),
                link("Markdown", "md", "text/markdown", write::markdown::table(table)),
            ],
        }
    }

    /// A figure of the page; what is said about it is text of the page, which any font can show.
    pub fn picture(&self, figure: &Drawing) -> Picture {
        let link = |label: &'static str, ending: &str, href: String| Link {
            label,
            name: format!("{}.{ending}", figure.name),
            href,
        };
        // The file as it is in `figures`, with its canvas and its cautions: the picture of the page has neither.
        let file = figures::svg(&figure.with_notes(self.settings));
        let mut files = vec![link("SVG", "svg", encode::address("image/svg+xml", &file))];
        let picture = format!("figures/{}.png", figure.name);
        if self.files.contains(&picture) {
            files.push(link("PNG", "png", picture));
        }
        if figure.has_tikz() {
            let text = figures::tikz(figure);
            files.push(link("TikZ", "tex", encode::address("application/x-tex", &text)));
        }
        Picture {
            id: figure.name.clone(),
            title: title(figure.figure),
            open: matches!(figure.figure, Figure::StreamScore | Figure::Reference),
            label: sentence_case(&figure.caption),
            caption: figure.full_caption(),
            svg: figures::inline(&figures::svg(&figure.scene), figure.scene.width),
            files,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;

    /// A figure that is saved from the page travels alone, so it needs its canvas and what a reader must be warned of.
    #[test]
    fn the_svg_of_the_page_is_the_file() {
        let mut findings = MadeUp::new(4, 8).findings();
        findings.summary.caveats = vec!["which way is better was not specified".to_owned()];
        let settings = ReportSettings { figures: vec![Figure::Boxes], ..Default::default() };
        let (drawn, _) = figures::draw_all(&findings, &settings);
        let picture = Renderer { settings: &settings, files: &[] }.picture(&drawn[0]);
        let file = figures::svg(&drawn[0].with_notes(&settings));
        assert!(file.contains("was not specified") && file.contains("<rect x=\"0\" y=\"0\""));
        assert_eq!(picture.files[0].href, encode::address("image/svg+xml", &file));
        assert!(!picture.svg.contains("was not specified"));
    }
}
