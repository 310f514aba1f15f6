//! The log of a fit that failed: what was asked, what went wrong, and all that the program wrote. The first folder of a
//! program that failed is kept, but for very large files, so that its author can try again on the same files.

use std::fmt::Write;
use std::path::Path;

use rand_chacha::rand_core::Rng;

use super::program::{Program, Question};
use super::said::end_of;
use super::variables::{self, TaskFacts};
use super::workplace::Workplace;
use crate::escape::visible;
use crate::files;
use crate::learn::FitContext;
use crate::learn::failure::OutsideError;

/// Writes a log and tells where it is; `None` if none is kept, or it cannot be written: a fit does not fail twice.
pub fn keep(
    workplace: &Workplace,
    program: &Program,
    context: &FitContext<'_>,
    (task, question): (&TaskFacts, &Question<'_>),
    error: &OutsideError,
    said: &str,
    folder: Option<&Path>,
) -> Option<String> {
    let logs = workplace.logs()?;
    let words = question.params.to_string();
    // The same fit has the same log, whenever and wherever it fails.
    let key = context.key.child(&program.settings.fingerprint, 0).child(&words, 0);
    let name = format!("{:016x}", key.stream().next_u64());
    let before = workplace.count_log(&program.settings.fingerprint);
    if before >= MOST_LOGS {
        return None;
    }
    let said = end_of(said, if before == 0 { 1 << 20 } else { 1 << 16 });
    files::own_folder(logs).ok()?;
    let kept = folder
        .filter(|_| before == 0)
        .and_then(|from| copy_folder(from, &logs.join(&name)).ok().map(|()| logs.join(&name)));
    let mut text = String::new();
    let command = program.settings.command.join(" ");
    let _ = writeln!(text, "command:    {command}");
    let _ = writeln!(text, "in folder:  {}", program.settings.folder.display());
    let _ = writeln!(text, "protocol:   {}", program.settings.exchange.name());
    let _ = writeln!(text, "parameters: {words}");
    let _ = writeln!(text, "seed:       {}", question.seed);
    let _ = writeln!(text, "memory:     {} MiB", question.memory >> 20);
    let _ = writeln!(text, "failure:    {}: {}", error.fault.name(), error.reason);
    if let Some(kept) = kept {
        let _ = writeln!(text, "its files:  {}", kept.display());
        let _ = writeln!(text, "try again:  {}", again(program, task, question, &kept));
    }
    let _ = writeln!(text, "\n--- what it wrote ---\n{}", visible(said));
    let path = logs.join(format!("{name}.log"));
    let mut file = files::create_anew(&path).ok()?;
    std::io::Write::write_all(&mut file, text.as_bytes()).ok()?;
    Some(path.display().to_string())
}

/// The command that does the same once more, for a shell.
fn again(program: &Program, task: &TaskFacts, question: &Question<'_>, kept: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (folder, kept) = (absolute(&program.settings.folder), absolute(kept));
    let variables = variables::in_shell(&variables::of_fit(task, question, &kept));
    let words = program.settings.command.iter().map(|word| variables::quoted(word));
    let words: Vec<String> =
        words.chain([variables::quoted(&kept.display().to_string())]).collect();
    let folder = variables::quoted(&folder.display().to_string());
    format!("cd {folder} && {variables}{}", words.join(" "))
}

/// Logs that a program may leave in a run: one that always fails must not fill the disk.
const MOST_LOGS: usize = 200;

/// Bytes of a file that is kept: an endless one is not.
const MOST_KEPT: u64 = 64 << 20;

/// Copies the regular files of a folder into a new one, but for very large ones.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    files::own_folder(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && entry.metadata()?.len() <= MOST_KEPT {
            let mut file = files::create_anew(&to.join(entry.file_name()))?;
            std::io::copy(&mut files::open(&entry.path())?, &mut file)?;
        }
    }
    Ok(())
}
