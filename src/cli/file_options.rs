//! Options of the verbs that read a data file: what a spec says with the keys of `[[dataset]]`.

use clap::Args;

/// How to read a file that no catalogue describes.
#[derive(Args)]
pub struct FileOptions {
    /// Target column (several for multi-target data) [default: what the format declares, else the last]
    #[arg(long, value_name = "COLUMN")]
    pub target: Vec<String>,
    /// classification, regression, multi-target, multi-instance or stream [default: bags with --bag, else classes if the
    /// target looks like classes]
    #[arg(long)]
    pub task: Option<String>,
    /// Bag column of multi-instance data
    #[arg(long, value_name = "COLUMN")]
    pub bag: Option<String>,
    /// csv, arff, keel, libsvm or parquet [default: by the file's ending and content]
    #[arg(long)]
    pub format: Option<String>,
    /// CSV field separator, such as `;` or `tab`; a blank stands for any number of blanks [default: found from the content]
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub delimiter: Option<char>,
    /// Decimal mark of a CSV file, a point or a comma [default: found from the content]
    #[arg(long, value_name = "CHARACTER")]
    pub decimal: Option<char>,
    /// The CSV file's first line is data [default: found from the content]
    #[arg(long, conflicts_with = "header")]
    pub no_header: bool,
    /// The CSV file's first line names the columns
    #[arg(long)]
    pub header: bool,
    /// A column that is nominal although it looks numeric
    #[arg(long, value_name = "COLUMN")]
    pub nominal: Vec<String>,
    /// A column to leave out
    #[arg(long, value_name = "COLUMN")]
    pub ignore: Vec<String>,
    /// A word that means "missing"; only the words listed do [default: NA, nan, None and the like, where they mean it]
    #[arg(long, value_name = "WORD")]
    pub missing: Vec<String>,
}

/// One character, or a tab as messages and shells write it.
fn delimiter(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (text, characters.next(), characters.next()) {
        ("tab" | "\\t", ..) => Ok('\t'),
        (_, Some(c), None) => Ok(c),
        _ => Err("write one character, or `tab`".to_owned()),
    }
}
