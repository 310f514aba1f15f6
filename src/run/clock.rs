//! CPU time of the calling thread, so that trials running side by side do not lengthen each other's times.

/// A point in a thread's CPU time.
#[derive(Clone, Copy)]
pub struct Instant(u64);

/// What the times of this build are.
#[cfg(unix)]
pub const CLOCK: &str = "thread CPU time";
/// What the times of this build are.
#[cfg(not(unix))]
pub const CLOCK: &str = "wall time";

impl Instant {
    /// Now, on this thread.
    #[cfg(unix)]
    pub fn now() -> Instant {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Instant(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
    }

    /// Wall-clock time: this system has no portable clock of a thread.
    #[cfg(not(unix))]
    pub fn now() -> Instant {
        use std::sync::OnceLock;
        static START: OnceLock<std::time::Instant> = OnceLock::new();
        Instant(START.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64)
    }

    /// Nanoseconds since, on the same thread.
    pub fn elapsed(self) -> u64 {
        Instant::now().0.saturating_sub(self.0)
    }
}
