//! `tribunal init NAME`: a commented spec that runs as it is, with a small dataset beside it where there is no catalogue.

use std::path::Path;

use super::arguments::InitOptions;
use super::context::data_folder;
use super::exit::{Exit, Refusal};
use crate::data::catalog::Catalog;
use crate::spec::{TEMPLATE_DATA, template};
use crate::store::write_whole;

pub fn init(options: &InitOptions) -> Result<Exit, Refusal> {
    let name = options.name.as_str();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) || name.len() > 100 {
        let help = "use up to 100 letters, digits, `-`, `_` and `.`, not starting with `.`";
        return Err(Refusal::usage(format!("`{name}` cannot name an experiment; {help}")));
    }
    let folder = Path::new("experiments");
    let file = folder.join(format!("{name}.toml"));
    if file.exists() && !options.force {
        let file = file.display();
        return Err(Refusal::usage(format!("{file} exists; choose another name, or use --force")));
    }
    let failed =
        |e: std::io::Error| Refusal::usage(format!("cannot write {}: {e}", file.display()));
    let catalogued = Catalog::open(&data_folder(&options.data, Some(folder)))
        .is_ok_and(|catalog| catalog.find("iris").is_some());
    let data = if catalogued {
        "name = \"iris\"              # from the catalogue"
    } else {
        std::fs::create_dir_all(folder.join("data")).map_err(failed)?;
        write_whole(&folder.join("data/iris.csv"), TEMPLATE_DATA.as_bytes()).map_err(failed)?;
        "path = \"data/iris.csv\"     # relative to this file\ntarget = \"class\""
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    write_whole(&file, template(name, data).as_bytes()).map_err(failed)?;
    eprintln!("wrote {}; run it with `tribunal run {}`", file.display(), file.display());
    Ok(Exit::Done)
}
