//! How much processor time a program has used so far, its threads and children included, so that its fits are timed by the
//! same clock as the methods that ship. It only reads; where the system does not say, wall-clock time is taken.

use std::collections::BTreeMap;
use std::time::Instant;

/// The clock of a process group.
pub struct CpuClock {
    leader: u32,
    /// The processes of the group that were seen last.
    members: Vec<u32>,
    /// The most that was ever read: what was charged is never taken back.
    last: u64,
    /// What every thread had used when it was seen last: one that has ended is not forgotten.
    threads: BTreeMap<(u32, u32), u64>,
    started: Instant,
}

/// Nanoseconds in one of the system's ticks, of which there are a hundred a second wherever Linux runs.
#[cfg(target_os = "linux")]
const TICK: u64 = 10_000_000;

impl CpuClock {
    /// The clock of a group that has just been started.
    pub fn new(leader: u32) -> CpuClock {
        CpuClock {
            leader,
            members: vec![leader],
            last: 0,
            threads: BTreeMap::new(),
            started: Instant::now(),
        }
    }

    /// Looks for new members of the group.
    pub fn look_around(&mut self) {
        self.members = members(self.leader);
    }

    /// Nanoseconds used since this was asked last.
    pub fn lap(&mut self) -> u64 {
        let (members, threads) = (&self.members, &mut self.threads);
        // A member that is gone has left its time with whoever waited for it.
        let now = if cfg!(target_os = "linux") {
            members.iter().filter_map(|&pid| used(pid, threads)).sum()
        } else {
            self.started.elapsed().as_nanos() as u64
        };
        let lap = u64::saturating_sub(now, self.last);
        self.last = self.last.max(now);
        lap
    }
}

/// Nanoseconds a process has used, those of its children that it waited for included; `None` if it is gone.
#[cfg(target_os = "linux")]
fn used(pid: u32, threads: &mut BTreeMap<(u32, u32), u64>) -> Option<u64> {
    let fields = stat(pid)?;
    let ticks = |place: usize| fields.get(place)?.parse::<u64>().ok();
    let own = (ticks(11)? + ticks(12)?) * TICK;
    let children = (ticks(13)? + ticks(14)?) * TICK;
    // Finer than ticks, but only of threads that are there.
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let fine = tasks.filter_map(|task| {
        let thread = task.file_name().to_str()?.parse::<u32>().ok()?;
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        Some(((pid, thread), text.split_whitespace().next()?.parse::<u64>().ok()?))
    });
    threads.extend(fine);
    let fine = threads.range((pid, 0)..=(pid, u32::MAX)).map(|(_, used)| used).sum();
    Some(own.max(fine) + children)
}

#[cfg(not(target_os = "linux"))]
fn used(_: u32, _: &mut BTreeMap<(u32, u32), u64>) -> Option<u64> {
    None
}

/// The processes of a group.
#[cfg(target_os = "linux")]
fn members(leader: u32) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let belongs = |pid: &u32| {
        let group = stat(*pid).and_then(|fields| fields.get(2)?.parse::<u32>().ok());
        group == Some(leader)
    };
    let mut members: Vec<u32> = pids.filter(|&pid| pid == leader || belongs(&pid)).collect();
    members.sort_unstable();
    members
}

#[cfg(not(target_os = "linux"))]
fn members(leader: u32) -> Vec<u32> {
    vec![leader]
}

/// The fields of `/proc/PID/stat` from the state on; the name before them may hold anything.
#[cfg(target_os = "linux")]
fn stat(pid: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_child_that_computes_is_charged_and_one_that_sleeps_is_not() {
        let mut lazy = Command::new("sleep").arg("10").spawn().unwrap();
        let mut busy =
            Command::new("sh").args(["-c", "i=0; while :; do i=$((i+1)); done"]).spawn().unwrap();
        let (mut a, mut b) = (CpuClock::new(lazy.id()), CpuClock::new(busy.id()));
        let mut charged = (0, 0);
        while charged.1 < 50_000_000 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            charged = (charged.0 + a.lap(), charged.1 + b.lap());
        }
        lazy.kill().unwrap();
        busy.kill().unwrap();
        lazy.wait().unwrap();
        busy.wait().unwrap();
        assert!(charged.0 < 20_000_000, "{charged:?}");
        assert_eq!(a.lap(), 0, "nothing is known of what is gone");
    }
}
