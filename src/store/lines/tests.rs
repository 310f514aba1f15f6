//! Files of lines that are cut, damaged, foreign or opened twice.

use super::*;
use crate::store::RealDisk;

fn open(path: &Path) -> Lines {
    Lines::open(path, "test", Arc::new(RealDisk)).unwrap()
}

fn contents(path: &Path) -> (Vec<u32>, Vec<usize>) {
    let mut bodies = Vec::new();
    let damaged = read(path, "test", |body| bodies.push(body)).unwrap();
    (bodies, damaged)
}

#[test]
fn what_was_appended_is_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    open(&path).append([1, 2].iter()).unwrap();
    open(&path).append([3].iter()).unwrap();
    assert_eq!(contents(&path).0, [1, 2, 3]);
}

#[test]
fn a_file_cut_anywhere_keeps_every_whole_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    open(&path).append([10, 20, 30].iter()).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    for cut in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..cut]).unwrap();
        let whole = bytes[..cut].iter().filter(|&&b| b == b'\n').count().saturating_sub(1);
        let before = contents(&path);
        assert_eq!(before.0, [10, 20, 30][..whole], "cut at {cut}");
        assert!(before.1.is_empty());
        open(&path).append([99].iter()).unwrap();
        assert_eq!(contents(&path).0.last(), Some(&99));
    }
}

#[test]
fn a_damaged_line_in_the_middle_costs_only_itself() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    open(&path).append([10, 20, 30].iter()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap().replace(":20}", ":21}");
    std::fs::write(&path, text).unwrap();
    assert_eq!(contents(&path), (vec![10, 30], vec![3]));
}

#[test]
fn foreign_and_newer_files_are_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    for text in ["hello", "hello\nworld\n", "{\"tribunal\":\"other\",\"format\":1}\n"] {
        std::fs::write(&path, text).unwrap();
        let refused = Lines::open(&path, "test", Arc::new(RealDisk)).err().unwrap();
        assert!(matches!(refused, LinesError::Foreign { .. }), "{refused}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    std::fs::write(&path, "{\"tribunal\":\"test\",\"format\":2}\n").unwrap();
    let refused = Lines::open(&path, "test", Arc::new(RealDisk)).err().unwrap();
    assert!(matches!(refused, LinesError::Newer { found: 2, .. }), "{refused}");
}
#[test]
fn a_damaged_first_line_costs_nothing_and_zeros_are_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    open(&path).append([10, 20].iter()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap().replacen("tribunal", "tribumal", 1);
    std::fs::write(&path, text).unwrap();
    open(&path).append([30].iter()).unwrap();
    assert_eq!(contents(&path), (vec![10, 20, 30], vec![1]));
    std::fs::write(&path, [0; 20]).unwrap();
    open(&path).append([40].iter()).unwrap();
    assert_eq!(contents(&path), (vec![40], vec![]));
}

/// A file without further lines has only its first line to be known by.
#[test]
fn a_damaged_first_line_alone_is_still_ours() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    drop(open(&path));
    let damage = |from: &str, to: &str| {
        let text = std::fs::read_to_string(&path).unwrap().replacen(from, to, 1);
        std::fs::write(&path, text).unwrap();
    };
    damage("test", "tast");
    assert_eq!(contents(&path), (vec![], vec![1]));
    open(&path).append([1].iter()).unwrap();
    assert_eq!(contents(&path), (vec![1], vec![1]));
    let long = dir.path().join("long");
    drop(Lines::create(&long, "test", Arc::new(RealDisk)).unwrap());
    let text = std::fs::read_to_string(&long).unwrap().replacen("format", "fermat", 1);
    std::fs::write(&long, text).unwrap();
    assert_eq!(contents(&long), (vec![], vec![1]));
}

/// Takes half of a line and then nothing, not even a cut.
struct Broken;
impl Disk for Broken {
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        RealDisk.write(file, &bytes[..bytes.len() / 2])?;
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
    fn set_len(&self, _: &File, _: u64) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }
}

#[test]
fn no_line_sticks_to_a_torn_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines");
    open(&path).append([10].iter()).unwrap();
    let mut lines = Lines::open(&path, "test", Arc::new(Broken)).unwrap();
    let refused = lines.append([20].iter()).unwrap_err();
    assert!(refused.to_string().contains("lines: "), "{refused}");
    lines.disk = Arc::new(RealDisk);
    assert!(lines.append([30].iter()).is_err(), "appended to a torn line");
    open(&path).append([40].iter()).unwrap();
    assert_eq!(contents(&path), (vec![10, 40], vec![]));
}

/// Counts how often names are made safe.
#[derive(Default)]
struct Counting(std::sync::atomic::AtomicUsize);
impl Disk for Counting {
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn the_name_of_a_new_file_is_made_safe() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(Counting::default());
    for expected in [1, 1] {
        Lines::open(&dir.path().join("lines"), "test", disk.clone()).unwrap();
        assert_eq!(disk.0.load(std::sync::atomic::Ordering::SeqCst), expected);
    }
}

#[test]
fn the_first_line_of_a_created_file_names_the_machine_and_may_be_torn_anywhere() {
    let dir = tempfile::tempdir().unwrap();
    let disk: Arc<dyn Disk> = Arc::new(crate::store::RealDisk);
    let path = dir.path().join("created");
    assert_eq!(vectors_of(&path).unwrap(), None);
    Lines::create(&path, "journal", Arc::clone(&disk)).unwrap();
    assert_eq!(vectors_of(&path).unwrap().as_deref(), Some(simd::level()));
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(read::<serde_json::Value>(&path, "journal", |_| ()).unwrap(), [0; 0]);
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(
            read::<serde_json::Value>(&path, "journal", |_| ()).unwrap(),
            [0; 0],
            "{length} bytes"
        );
    }
    // The file of a run alone has the bytes it always had.
    let path = dir.path().join("opened");
    Lines::open(&path, "journal", disk).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"{\"tribunal\":\"journal\",\"format\":1}\n");
    assert_eq!(vectors_of(&path).unwrap(), None);
}
