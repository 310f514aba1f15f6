//! Files as this program opens them: no more bytes than a limit, nothing that never ends (pipes and devices) where a file
//! of data is meant, and nothing written through a symbolic link that somebody put where our file belongs.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Bytes of a text that people write: specs, catalogues, manifests, lists.
pub const MOST_TEXT: u64 = 50_000_000;

/// Opens a file to read. Only a regular file, or a link to one, is taken: a device may never end.
pub fn open(path: &Path) -> io::Result<File> {
    let file = with_flags(OpenOptions::new().read(true), true).open(path)?;
    regular(file)
}

/// Reads a regular file of at most so many bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_long(most));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    up_to(file, most, &mut bytes)?;
    Ok(bytes)
}

/// The text of a regular file that people write.
pub fn read_text(path: &Path) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path, MOST_TEXT)?).map_err(not_text)
}

/// Reads whatever a user named on the command line, up to a number of bytes: a pipe too, and standard input as `-`.
pub fn read_any(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(path) {
        up_to(io::stdin().lock(), most, &mut bytes)?;
    } else {
        up_to(File::open(path)?, most, &mut bytes)?;
    }
    Ok(bytes)
}

/// Whether a path on the command line means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A path as messages name it.
pub fn shown_name(path: &Path) -> &Path {
    if is_stdin(path) { Path::new("standard input") } else { path }
}

/// Reads to the end, if that comes before so many bytes.
pub fn up_to(from: impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    from.take(most + 1).read_to_end(bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(()) }
}

fn too_long(most: u64) -> io::Error {
    let text = format!("it is longer than {} MB", most / 1_000_000);
    io::Error::new(io::ErrorKind::FileTooLarge, text)
}

/// Opens a file of our own, making it if it is not there, with these further options.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        return Err(link(path));
    }
    regular(with_flags(options.create(true), false).open(path)?)
}

/// Makes a new file in place of whatever stands there; a link is removed, not followed.
pub fn create_anew(path: &Path) -> io::Result<File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Makes a folder inside one of ours, if it is not there.
pub fn own_folder(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => Err(link(path)),
        Ok(_) => Ok(()),
        Err(_) => match std::fs::create_dir(path) {
            // Another thread was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => own_folder(path),
            made => made,
        },
    }
}

fn link(path: &Path) -> io::Error {
    let text = format!(
        "{} is a symbolic link; remove it: nothing is written through links",
        path.display()
    );
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

fn regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
}

/// A name that every file system takes; `metric` if nothing of it can stay.
pub fn name_for(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    let text: String = name.chars().map(plain).take(80).collect();
    // No name begins with what a command would take for an option.
    let text = text.trim_matches('-');
    if text.is_empty() { "metric".to_owned() } else { text.to_owned() }
}

/// An I/O error in the system's words, without the error number.
pub fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let mut letters = text.split(" (os error").next().unwrap_or(&text).chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    // Only the first letter: units such as MB keep theirs.
    first.unwrap_or_default() + letters.as_str()
}

/// Opening a pipe must not wait for a writer; the last step of the check for links cannot be overtaken.
#[cfg(unix)]
fn with_flags(options: &mut OpenOptions, follow: bool) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = if follow { OFlags::NONBLOCK } else { OFlags::NONBLOCK | OFlags::NOFOLLOW };
    options.custom_flags(flags.bits() as i32)
}

#[cfg(not(unix))]
fn with_flags(options: &mut OpenOptions, _: bool) -> &mut OpenOptions {
    options
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn reasons_begin_with_a_small_letter_and_keep_their_units() {
        assert_eq!(io_reason(&too_long(50_000_000)), "it is longer than 50 MB");
        let absent = File::open("no/such/file").unwrap_err();
        assert_eq!(io_reason(&absent), "no such file or directory");
    }

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("f");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(read(&path, 3).unwrap(), b"abc");
        assert!(read(&path, 2).unwrap_err().to_string().contains("longer"));
        assert!(read_any(&path, 2).is_err());
        for endless in ["/dev/zero", "/dev/null", "/"] {
            let error = read(Path::new(endless), 10).unwrap_err();
            assert!(error.to_string().contains("regular"), "{endless}: {error}");
        }
        assert!(read_any(Path::new("/dev/zero"), 1000).unwrap_err().to_string().contains("longer"));
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            assert!(read(&pipe, 10).is_err(), "and it does not wait for a writer");
        }
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let (secret, ours) = (dir.path().join("secret"), dir.path().join("ours"));
        std::fs::write(&secret, "precious").unwrap();
        std::os::unix::fs::symlink(&secret, &ours).unwrap();
        let error = open_own(&ours, OpenOptions::new().append(true)).unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");
        assert!(own_folder(&ours).is_err());
        create_anew(&ours).unwrap();
        assert!(!ours.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read(&secret).unwrap(), b"precious");
        std::fs::remove_file(&ours).unwrap();
        // A link to nothing would make a file elsewhere.
        std::os::unix::fs::symlink(dir.path().join("nothing"), &ours).unwrap();
        assert!(open_own(&ours, OpenOptions::new().append(true)).is_err());
        assert!(!dir.path().join("nothing").exists());
    }
}
