//! `tribunal init NAME`: a commented spec that runs as it is, with small datasets next to it where there is no catalogue, and
//! with a method of the user's own to start from if they ask for one.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::arguments::DataDir;
use super::context::catalog;
use super::exit::{Exit, Refusal, say};
use crate::spec::{
    NAME_RULE, PYTHON_METHOD, SHELL_METHOD, TEMPLATE_DATA, TemplateSource, is_name, template,
    with_program,
};
use crate::store::{RealDisk, write_whole};

/// Arguments of `init`.
#[derive(Args)]
pub struct InitOptions {
    /// The experiment's name: letters, digits, `-`, `_`, `.`
    pub name: String,
    /// Overwrite a spec of that name
    #[arg(long)]
    pub force: bool,
    /// Also write a method of your own in this language, which the spec compares with ours
    #[arg(long, value_name = "LANGUAGE", value_enum)]
    pub command: Option<Language>,
    #[command(flatten)]
    pub data: DataDir,
}

/// A language that there is a template of a method for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Python 3, its standard library only
    Python,
    /// A POSIX shell and awk
    Sh,
}

pub fn init(options: &InitOptions) -> Result<Exit, Refusal> {
    let name = options.name.as_str();
    if !is_name(name) {
        return Err(Refusal::usage(format!("`{name}` cannot name an experiment; {NAME_RULE}")));
    }
    let folder = Path::new("experiments");
    let file = folder.join(format!("{name}.toml"));
    if file.exists() && !options.force {
        let file = file.display();
        return Err(Refusal::usage(format!("{file} exists; choose another name, or use --force")));
    }
    let failed =
        |e: std::io::Error| Refusal::usage(format!("cannot write {}: {e}", file.display()));
    let catalogued = catalog(&options.data, Some(folder))
        .is_ok_and(|catalog| TEMPLATE_DATA.iter().all(|(name, _)| catalog.find(name).is_some()));
    let source = if catalogued { TemplateSource::Catalog } else { TemplateSource::Files };
    if source == TemplateSource::Files {
        write_data(&folder.join("data"))?;
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut spec = template(name, source);
    if let Some(language) = options.command {
        let method = match language {
            Language::Python => PYTHON_METHOD,
            Language::Sh => SHELL_METHOD,
        };
        let script = format!("{name}.{}", method.ending);
        let path = folder.join(&script);
        if path.exists() && !options.force {
            let path = path.display();
            return Err(Refusal::usage(format!(
                "{path} exists; choose another name, or use --force"
            )));
        }
        spec = with_program(&spec, &script, &method);
        write_whole(&RealDisk, &path, method.text.as_bytes()).map_err(failed)?;
        say(&format!("wrote {}: a method to start from", path.display()));
    }
    write_whole(&RealDisk, &file, spec.as_bytes()).map_err(failed)?;
    write_gitignore(Path::new("."))?;
    let data = options.data.data_dir.as_ref().filter(|_| catalogued);
    let data = data.map_or(String::new(), |d| format!(" --data-dir {}", d.display()));
    say(&format!("wrote {}; run it with `tribunal run {}{data}`", file.display(), file.display()));
    Ok(Exit::Done)
}

/// What a repository should not hold: results that are made again, and reports of them. Results that are committed would be
/// taken for new ones by `tribunal check` on a fresh machine, whatever became of the code.
const IGNORED: [&str; 2] = ["/results/", "/reports/"];

/// Writes a `.gitignore`; one that is there is not changed, but what it lacks is said.
fn write_gitignore(folder: &Path) -> Result<(), Refusal> {
    let file = folder.join(".gitignore");
    if file.symlink_metadata().is_ok() {
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        // `/results/*` keeps single files, and ignores the rest as `/results/` does.
        let plain = |line: &str| line.trim().trim_end_matches('*').trim_matches('/').to_owned();
        let lacks = |entry: &&&str| !known.lines().any(|line| plain(line) == plain(entry));
        let lacking: Vec<&str> = IGNORED.iter().filter(lacks).copied().collect();
        if !lacking.is_empty() {
            let lacking = lacking.join(" and ");
            say(&format!(
                "note: .gitignore is not changed; add {lacking}, so that no check takes old results for new ones"
            ));
        }
        return Ok(());
    }
    let text = format!(
        "# What tribunal makes again: stored results, and reports of them.\n{}\n",
        IGNORED.join("\n")
    );
    write_whole(&RealDisk, &file, text.as_bytes())
        .map_err(|e| Refusal::usage(format!("cannot write .gitignore: {e}")))?;
    say(&format!("wrote .gitignore: {} are not for the repository", IGNORED.join(" and ")));
    Ok(())
}

/// Writes the datasets of the template. A file of that name with other content is not replaced.
fn write_data(folder: &Path) -> Result<(), Refusal> {
    let files = TEMPLATE_DATA.map(|(name, text)| (folder.join(format!("{name}.csv")), text));
    for (file, text) in &files {
        if file.exists() && std::fs::read(file).map_or(true, |bytes| bytes != text.as_bytes()) {
            let file = file.display();
            return Err(Refusal::usage(format!(
                "{file} exists and is not ours; move it away first"
            )));
        }
    }
    let failed =
        |e: std::io::Error| Refusal::usage(format!("cannot write to {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (file, text) in &files {
        write_whole(&RealDisk, file, text.as_bytes()).map_err(failed)?;
    }
    Ok(())
}
