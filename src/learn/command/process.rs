//! A program that runs: in a process group of its own, with limits on memory and files, nothing it writes lost or waited for,
//! and killed whole when it is no longer wanted. It knows nothing of what is said to it.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::cause::Folders;
use super::cpu::CpuClock;
use super::said::Said;
use super::variables::is_taken;
use crate::learn::failure::{Fault, OutsideError, failure};
use crate::learn::{FitError, Stop};

/// How often a program that is waited for is looked after.
const TICK: Duration = Duration::from_millis(20);

/// Ticks between two looks at the other members of its group, which takes longer.
const LOOK_AROUND: u32 = 25;

/// How long the end of a program's output is waited for once the program is gone.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Bytes that any one file of a program may have.
const MOST_FILE: u64 = 1 << 30;

/// What is to be started.
pub struct Launch<'a> {
    /// The program and its arguments.
    pub words: &'a [String],
    /// One more argument.
    pub argument: Option<&'a Path>,
    /// The folder it works in.
    pub folder: &'a Path,
    /// Its own folder for what is thrown away.
    pub scratch: &'a Path,
    /// Variables of this fit, if it is started for one.
    pub variables: &'a [(String, String)],
    /// Variables of the spec.
    pub environment: &'a [(String, String)],
    /// Bytes of memory it may take.
    pub memory: u64,
    /// Whether it is spoken to, and answers line by line; if not, all it writes is for people.
    pub speaks: bool,
}

/// A program that was started.
pub struct Process {
    child: Child,
    clock: CpuClock,
    said: Arc<Said>,
    folders: Folders,
    heard: Receiver<Heard>,
    longest: Arc<AtomicUsize>,
    /// How much it had said when the present fit began.
    begun: u64,
    /// How it ended, once it was waited for: from then on its number may be another's.
    ended: Option<Option<ExitStatus>>,
    input: Option<Sender<Vec<u8>>>,
}

/// What comes from a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line of its answer.
    Line(Vec<u8>),
    /// A line that is longer than any answer.
    TooLong,
    /// It writes nothing any more.
    Ended,
}

/// How long a program is waited for.
pub struct Patience<'a> {
    /// Asks whether to give up, and is told of the time that is used.
    pub stop: &'a dyn Stop,
    /// When a program that has not answered is given up.
    pub until: Instant,
    /// The seconds that makes.
    pub seconds: f64,
}

impl<'a> Patience<'a> {
    /// So many seconds from now on.
    pub fn new(stop: &'a dyn Stop, seconds: f64) -> Patience<'a> {
        Patience { stop, until: Instant::now() + Duration::from_secs_f64(seconds), seconds }
    }

    /// The same once more.
    pub fn renewed(&self) -> Patience<'a> {
        Patience::new(self.stop, self.seconds)
    }
}

/// Groups that are alive, so that none outlives this process.
static ALIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Kills every program that was started: for whoever is about to leave without saying good-bye.
pub fn kill_all() {
    let alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
    alive.iter().for_each(|&group| kill(group));
}

/// Variables that keep numerical libraries to one thread, so that times and parallel trials are fair.
const ONE_THREAD: &[&str] = &[
    "OMP_NUM_THREADS",
    "OMP_THREAD_LIMIT",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",
    "RAYON_NUM_THREADS",
    "POLARS_MAX_THREADS",
    "JULIA_NUM_THREADS",
    "GOMAXPROCS",
];

/// Variables that would make the same program answer differently here and there.
const PINNED: &[(&str, &str)] = &[("PYTHONHASHSEED", "0"), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")];

/// Limits itself, then becomes the program. Limits are inherited and cannot be raised again; a limit that is lower already
/// stays.
const SHELL: &str =
    "ulimit -c 0; ulimit -d $1 2>/dev/null; ulimit -f $2 2>/dev/null; shift 2; exec \"$@\"";

impl Process {
    /// Starts a program.
    pub fn start(launch: &Launch<'_>) -> Result<Process, OutsideError> {
        let cannot = |error: io::Error| {
            let word = launch.words.first().map_or("", String::as_str);
            OutsideError::new(Fault::NotStarted, format!("cannot start `{word}`: {error}"))
        };
        let mut command = Command::new("/bin/sh");
        // Data segments are counted in blocks of 1024 bytes, files in blocks of 512.
        command.args(["-c", SHELL, "sh"]);
        command.arg((launch.memory / 1024).to_string()).arg((MOST_FILE / 512).to_string());
        command.args(launch.words).args(launch.argument).current_dir(launch.folder);
        command.envs(ONE_THREAD.iter().map(|name| (name, "1"))).envs(PINNED.iter().copied());
        // Those of a fit in which this process runs itself are not meant.
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        for name in names.filter(|name| is_taken(name)) {
            command.env_remove(name);
        }
        command.envs(launch.variables.iter().cloned());
        command.env("TMPDIR", launch.scratch).envs(launch.environment.iter().cloned());
        command.stdin(if launch.speaks { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        let mut child = command.spawn().map_err(cannot)?;
        alive(&child, true);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to_us, heard) = sync_channel(4);
        let longest = Arc::new(AtomicUsize::new(0));
        let mut process = Process {
            clock: CpuClock::new(child.id()),
            child,
            said: Arc::default(),
            folders: Folders::new(launch.folder, launch.scratch),
            heard,
            longest,
            begun: 0,
            ended: None,
            input: None,
        };
        let started = (|| {
            if let Some(stderr) = stderr {
                process.listen(stderr, None)?;
            }
            if let Some(stdout) = stdout {
                if launch.speaks {
                    let longest = Arc::clone(&process.longest);
                    spawn(move || read_lines(stdout, &longest, &to_us))?;
                } else {
                    process.listen(stdout, Some(to_us))?;
                }
            }
            if let Some(mut stdin) = stdin {
                widen(&stdin);
                let (sender, waiting) = channel::<Vec<u8>>();
                // A program that does not read must not make us wait; one that has gone is noticed elsewhere.
                spawn(move || {
                    while let Ok(bytes) = waiting.recv() {
                        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                            break;
                        }
                    }
                })?;
                process.input = Some(sender);
            }
            Ok(())
        })();
        match started {
            Ok(()) => Ok(process),
            // Dropped, and so killed.
            Err(error) => Err(cannot(error)),
        }
    }

    /// Collects what it says for people.
    fn listen(
        &self,
        from: impl Read + Send + 'static,
        ended: Option<SyncSender<Heard>>,
    ) -> io::Result<()> {
        let said = Arc::clone(&self.said);
        self.said.expect();
        spawn(move || {
            said.listen(from);
            // Nobody may be left to be told.
            ended.map(|ended| ended.try_send(Heard::Ended));
        })
    }

    /// A fit begins; tells how much was said before.
    pub fn begin(&mut self) -> u64 {
        self.begun = self.said.length();
        self.begun
    }

    /// What it says for people.
    pub fn said(&self) -> &Said {
        &self.said
    }

    /// The folders that it may name.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Sends it something; it will read it when it wants to.
    pub fn send(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // A program that has gone is noticed when its answer is waited for.
            let _ = input.send(bytes);
        }
    }

    /// A line that it wrote without being asked, if there is one.
    pub fn unasked(&self) -> Option<Heard> {
        self.heard.try_recv().ok()
    }

    /// Waits for a line of at most so many bytes.
    pub fn line(&mut self, longest: usize, patience: &Patience<'_>) -> Result<Heard, FitError> {
        self.longest.store(longest, Ordering::Relaxed);
        self.wait(patience, |_| None)
    }

    /// Waits until it ends.
    pub fn end(&mut self, patience: &Patience<'_>) -> Result<ExitStatus, FitError> {
        let mut ended = None;
        self.wait(patience, |process| {
            ended = process.child.try_wait_keeping_the_group();
            ended.map(|_| Heard::Ended)
        })?;
        // Its output may end before it does.
        while ended.is_none() {
            self.look_after(patience)?;
            ended = self.child.try_wait_keeping_the_group();
            thread::sleep(Duration::from_millis(1));
        }
        patience.stop.charge(self.clock.lap());
        self.kill()
            .ok_or_else(|| failure(Fault::Crashed, "it ended, and the system does not say how"))
    }

    fn wait(
        &mut self,
        patience: &Patience<'_>,
        mut over: impl FnMut(&mut Process) -> Option<Heard>,
    ) -> Result<Heard, FitError> {
        for tick in 1_u32.. {
            match self.heard.recv_timeout(TICK) {
                Ok(heard) => {
                    patience.stop.charge(self.clock.lap());
                    return Ok(heard);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if tick % LOOK_AROUND == 0 {
                self.clock.look_around();
            }
            self.look_after(patience)?;
            if let Some(heard) = over(self) {
                return Ok(heard);
            }
        }
        Ok(Heard::Ended)
    }

    /// Whether it may go on.
    fn look_after(&mut self, patience: &Patience<'_>) -> Result<(), FitError> {
        patience.stop.charge(self.clock.lap());
        if patience.stop.requested() {
            return Err(FitError::Stopped);
        }
        if self.said.is_too_much(self.begun) {
            return Err(failure(Fault::TooMuchOutput, "it wrote more than 64 MiB of messages"));
        }
        if Instant::now() >= patience.until {
            let reason = format!("it did not answer within {} seconds", patience.seconds);
            return Err(failure(Fault::Silent, reason));
        }
        Ok(())
    }

    /// Kills it with all its children, waits for its last words and tells how it ended.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if let Some(status) = self.ended {
            return status;
        }
        // The group first: until its leader is waited for, its number cannot be given to another.
        kill(self.child.id() as i32);
        let _ = self.child.kill();
        // Forgotten before it is waited for: afterwards its number may be another's.
        alive(&self.child, false);
        let status = self.child.wait().ok();
        self.ended = Some(status);
        self.input = None;
        let until = Instant::now() + LAST_WORDS;
        while !self.said.is_over() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        status
    }

    /// Whether it ends within a moment.
    pub fn ends_soon(&mut self) -> bool {
        let until = Instant::now() + Duration::from_millis(200);
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.has_ended()
    }

    /// Lets it end by itself: nothing more will be said to it.
    pub fn dismiss(&mut self) {
        self.input = None;
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.ended.is_some() || self.child.try_wait_keeping_the_group().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn alive(child: &Child, is: bool) {
    let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
    let group = child.id() as i32;
    if is {
        alive.insert(group)
    } else {
        alive.remove(&group)
    };
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("program".into()).spawn(work).map(|_| ())
}

/// Hands over lines until there are no more. What a program writes without being asked waits in its pipe, and then so does
/// the program.
fn read_lines(from: impl Read, longest: &AtomicUsize, to: &SyncSender<Heard>) {
    let mut reader = BufReader::with_capacity(1 << 16, from);
    let mut line = Vec::new();
    loop {
        let (used, whole) = match reader.fill_buf() {
            Ok([]) => break,
            Ok(buffer) => {
                let end = buffer.iter().position(|&byte| byte == b'\n');
                let used = end.map_or(buffer.len(), |end| end + 1);
                line.extend_from_slice(&buffer[..used]);
                (used, end.is_some())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        reader.consume(used);
        // Before anything was asked, a short greeting is all that is expected.
        if line.len() > longest.load(Ordering::Relaxed).max(1 << 16) {
            let _ = to.send(Heard::TooLong);
            return;
        }
        if whole && to.send(Heard::Line(std::mem::take(&mut line))).is_err() {
            return;
        }
    }
    if !line.is_empty() {
        let _ = to.send(Heard::Line(line));
    }
    let _ = to.send(Heard::Ended);
}

/// Looks whether a child has ended without taking its end away: its group keeps its number.
trait TryWait {
    fn try_wait_keeping_the_group(&mut self) -> Option<()>;
}

#[cfg(unix)]
impl TryWait for Child {
    fn try_wait_keeping_the_group(&mut self) -> Option<()> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let pid = Pid::from_raw(self.id() as i32)?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(pid), options) {
            Ok(None) => None,
            // An error means that there is no such child any more.
            Ok(Some(_)) | Err(_) => Some(()),
        }
    }
}

#[cfg(not(unix))]
impl TryWait for Child {
    fn try_wait_keeping_the_group(&mut self) -> Option<()> {
        self.try_wait().ok().flatten().map(|_| ())
    }
}

/// Data are larger than a pipe usually holds: a wider one is filled with fewer turns.
#[cfg(target_os = "linux")]
fn widen(pipe: &ChildStdin) {
    // As wide as everyone may; one that stays narrow works as well.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &ChildStdin) {}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill(group: i32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(group) {
        // A group that is gone needs no killing.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: i32) {}
