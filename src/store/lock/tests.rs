//! Who waits for whom, how long, and what is said of the one that has the lock.

use super::*;

const NO_TIME: Duration = Duration::ZERO;

fn tables(made_of: &str) -> Purpose {
    Purpose::Tables(made_of.to_owned())
}

fn locked(folder: &Path, purpose: Purpose) -> File {
    let lock = open_lock(folder).unwrap();
    // A process that another test is just starting may hold a copy of a lock that was given back.
    lock.lock().unwrap();
    leave(&lock, purpose);
    lock
}

/// Writes what a process on another machine would leave.
fn write_other(folder: &Path, process: u32, rest: &str) {
    std::fs::write(lock_file(folder), format!("{process}\n{rest}")).unwrap();
}

fn impatient() -> Wait<'static> {
    Wait { patience: MOMENT, ..Wait::default() }
}

#[test]
fn the_file_says_who_has_the_lock_and_its_first_line_is_the_number() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(Holder::of(dir.path()), None);
    for purpose in [Purpose::Run, tables("abc")] {
        let lock = locked(dir.path(), purpose.clone());
        assert_eq!(Holder::of(dir.path()), Some(Holder::this(purpose)));
        let text = std::fs::read_to_string(lock_file(dir.path())).unwrap();
        assert_eq!(text.lines().next(), Some(std::process::id().to_string().as_str()));
        drop(lock);
    }
    // An older version leaves its number alone; what is no number names no process.
    write_other(dir.path(), 12, "");
    let old = Holder { process: 12, host: None, purpose: None };
    assert_eq!(Holder::of(dir.path()), Some(old.clone()));
    assert_eq!(old.to_string(), "process 12");
    write_other(dir.path(), 12, "node7\ntables abc\n");
    let other = Holder::of(dir.path()).unwrap();
    assert_eq!((other.to_string(), other.writes_tables()), ("process 12 on node7".into(), true));
    std::fs::write(lock_file(dir.path()), "\u{1b}[31m\n").unwrap();
    assert_eq!(Holder::of(dir.path()), None);
}

#[test]
fn a_run_is_refused_at_once_by_a_run_and_waits_for_tables() {
    let dir = tempfile::tempdir().unwrap();
    let lock = locked(dir.path(), Purpose::Run);
    let refused = lock_to_run(dir.path(), &Wait::default()).unwrap_err().to_string();
    assert!(refused.contains("is running this experiment"), "{refused}");
    assert!(refused.contains("wait for it, or stop it first"), "{refused}");
    drop(lock);
    let lock = locked(dir.path(), tables("abc"));
    let refused = lock_to_run(dir.path(), &impatient()).unwrap_err().to_string();
    assert!(refused.contains("is writing the tables of"), "{refused}");
    assert!(!refused.contains("stop"), "a worker must not be stopped: {refused}");
    let noticed = std::cell::Cell::new(0);
    let (waits, is_noticed) = std::sync::mpsc::sync_channel(1);
    let notice = |holder: &Holder| {
        assert!(holder.writes_tables());
        noticed.set(noticed.get() + 1);
        let _ = waits.try_send(());
    };
    std::thread::scope(|scope| {
        scope.spawn(move || {
            is_noticed.recv().unwrap();
            // Long enough for a second notice.
            std::thread::sleep(10 * PAUSE);
            drop(lock);
        });
        lock_to_run(dir.path(), &Wait { notice: &notice, ..Wait::default() }).unwrap();
    });
    assert_eq!(noticed.get(), 1);
    assert_eq!(Holder::of(dir.path()), Some(Holder::this(Purpose::Run)));
}

#[test]
fn an_interrupt_ends_the_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let _lock = locked(dir.path(), tables("abc"));
    let interrupted = AtomicBool::new(true);
    let wait = Wait { interrupted: Some(&interrupted), ..Wait::default() };
    let ended = lock_to_run(dir.path(), &wait).unwrap_err();
    assert!(matches!(ended, StoreError::Interrupted { holder: Some(_), .. }), "{ended}");
}

#[test]
fn a_turn_passes_to_a_process_that_took_the_lock_later_for_the_same_tables() {
    let dir = tempfile::tempdir().unwrap();
    let patience = TurnPatience { tables: Duration::from_secs(60), run: Duration::from_secs(60) };
    let _lock = locked(dir.path(), tables("abc"));
    // One process after the other takes the lock: whenever the first look comes, there are newcomers after it.
    let wait = |next: &'static str, patience| {
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for process in 1.. {
                    if is_set(Some(&is_over)) {
                        break;
                    }
                    write_other(dir.path(), process, next);
                    std::thread::sleep(2 * PAUSE);
                }
            });
            let turn = wait_for_turn(dir.path(), "abc", patience, None);
            is_over.store(true, Ordering::Relaxed);
            turn.unwrap()
        })
    };
    assert!(matches!(wait("node7\ntables abc\n", patience), Turn::Passed));
    // Other tables, or a run of which it is not known what it writes, are waited for and not trusted.
    let short = TurnPatience { tables: 2 * MOMENT, run: 2 * MOMENT };
    for next in ["node8\ntables xyz\n", "node8\nrun\n", ""] {
        assert!(matches!(wait(next, short), Turn::Denied), "{next:?}");
    }
}

#[test]
fn the_process_that_had_the_lock_before_is_not_trusted() {
    let dir = tempfile::tempdir().unwrap();
    let lock = locked(dir.path(), tables("abc"));
    // It may have read the folder before our last outcome was stored.
    let short = TurnPatience { tables: MOMENT, run: NO_TIME };
    assert!(matches!(wait_for_turn(dir.path(), "abc", short, None).unwrap(), Turn::Denied));
    drop(lock);
    let long = TurnPatience { tables: PATIENCE, run: PATIENCE };
    assert!(matches!(wait_for_turn(dir.path(), "abc", long, None).unwrap(), Turn::Ours(Some(_))));
}

#[test]
fn an_interrupt_ends_the_waiting_for_a_turn() {
    let dir = tempfile::tempdir().unwrap();
    let long = TurnPatience { tables: PATIENCE, run: PATIENCE };
    let interrupted = AtomicBool::new(true);
    let turn = |folder| wait_for_turn(folder, "abc", long, Some(&interrupted)).unwrap();
    for purpose in [tables("abc"), Purpose::Run] {
        let started = Instant::now();
        let _lock = locked(dir.path(), purpose);
        assert!(matches!(turn(dir.path()), Turn::Denied));
        assert!(started.elapsed() < PATIENCE, "an interrupted process waited");
    }
    let free = tempfile::tempdir().unwrap();
    assert!(matches!(turn(free.path()), Turn::Ours(Some(_))), "a free lock is not taken");
}
