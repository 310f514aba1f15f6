//! `tribunal audit [TABLE|PAPER|FILE|all]`: recomputes what papers state about their own tables.

use std::path::{Path, PathBuf};

use super::arguments::{AuditFormat, AuditOptions};
use super::context::{catalog, count};
use super::exit::{Exit, Refusal, WRITABLE, colour_on_stderr, print, say};
use crate::audit::{self, Audit};
use crate::published::{FOLDER, Library, LibraryError};
use crate::store::replace_file;

pub fn audit(options: &AuditOptions) -> Result<Exit, Refusal> {
    let Some(what) = options.what.as_deref().filter(|_| !options.list) else {
        print(&list(&shipped(options)?));
        return Ok(Exit::Done);
    };
    let audit = make(options, what)?;
    if let Some(folder) = &options.output {
        let names = write(&audit, folder).map_err(|error| {
            Refusal::internal(format!(
                "cannot write to {}: {error}\nhelp: {WRITABLE}",
                folder.display()
            ))
        })?;
        if !options.quiet {
            say(&format!("wrote {} to {}", names.join(", "), folder.display()));
        }
    }
    if !options.quiet && (options.output.is_none() || options.format.is_some()) {
        print(&render(&audit, options.format.unwrap_or(AuditFormat::Text))?);
    }
    let found = options.strict && !audit.is_clean();
    Ok(if found { Exit::Incomplete } else { Exit::Done })
}

fn shipped(options: &AuditOptions) -> Result<Library, Refusal> {
    Ok(Library::open(&catalog(&options.data, None)?.folder.join(FOLDER))?)
}

/// Audits a claim file: by itself, or beside the papers that ship if it names tables of theirs.
fn audit_file(options: &AuditOptions, file: &Path) -> Result<Audit, Refusal> {
    let alone = match Library::read(&[file.to_path_buf()]) {
        Ok(alone) => return Ok(audit::audit_all(&alone)),
        Err(error) => error,
    };
    let own = file.canonicalize().ok();
    let Ok(others) = shipped(options) else { return Err(alone.into()) };
    let others = others.papers.into_iter().map(|paper| paper.file);
    let others = others.filter(|other| other.canonicalize().ok() != own);
    let Ok(library) =
        Library::read(&std::iter::once(file.to_path_buf()).chain(others).collect::<Vec<_>>())
    else {
        return Err(alone.into());
    };
    let Some(paper) = library.papers.first() else { return Err(alone.into()) };
    Ok(Audit { papers: vec![audit::audit_paper(&library, paper, None)] })
}

/// Audits a file, everything, one paper or one table.
fn make(options: &AuditOptions, what: &str) -> Result<Audit, Refusal> {
    let path = Path::new(what);
    if what.ends_with(".toml") || path.is_file() {
        return audit_file(options, path);
    }
    let library = shipped(options)?;
    if what == "all" {
        return Ok(audit::audit_all(&library));
    }
    if let Some(paper) = library.papers.iter().find(|paper| paper.key == what) {
        return Ok(Audit { papers: vec![audit::audit_paper(&library, paper, None)] });
    }
    let (paper, table) = library.find(what)?;
    Ok(Audit { papers: vec![audit::audit_paper(&library, paper, Some(&table.name))] })
}

fn list(library: &Library) -> String {
    let mut out = String::from(
        "what can be audited: `all`, a paper, a table, or a claim file of your own (docs/audit.md)\n",
    );
    for paper in &library.papers {
        let tables = count(paper.tables.len(), "table");
        out.push_str(&format!(
            "\n{}  {}, {} ({tables})\n",
            paper.key,
            paper.citation(),
            paper.title
        ));
        for table in &paper.tables {
            out.push_str(&format!("  {:<40} {}\n", table.name, table.citation));
        }
    }
    out
}

fn render(audit: &Audit, format: AuditFormat) -> Result<String, Refusal> {
    Ok(match format {
        AuditFormat::Text => audit::text(audit),
        AuditFormat::Markdown => audit::markdown(audit),
        AuditFormat::Html => audit::page(audit).map_err(Refusal::internal)?,
        AuditFormat::Json => format!("{}\n", serde_json::to_string_pretty(&audit::json(audit))?),
    })
}

fn write(audit: &Audit, folder: &PathBuf) -> std::io::Result<Vec<&'static str>> {
    let files = [
        ("index.html", AuditFormat::Html),
        ("audit.md", AuditFormat::Markdown),
        ("audit.json", AuditFormat::Json),
    ];
    std::fs::create_dir_all(folder)?;
    for (name, format) in files {
        let text = render(audit, format).map_err(|refusal| std::io::Error::other(refusal.text))?;
        replace_file(&folder.join(name), text.as_bytes())?;
    }
    Ok(files.map(|(name, _)| name).to_vec())
}

impl From<LibraryError> for Refusal {
    fn from(error: LibraryError) -> Refusal {
        match error {
            LibraryError::Mistaken(mistakes) => Refusal {
                exit: Exit::Usage,
                text: format!("{}\n\nnothing was audited", mistakes.render(colour_on_stderr())),
            },
            LibraryError::Unknown { .. } => Refusal::usage(error),
            LibraryError::Unreadable { .. } => Refusal::usage(format!(
                "{error}\nhelp: name a claim file, or the data folder with --data-dir; docs/audit.md describes both"
            )),
        }
    }
}
