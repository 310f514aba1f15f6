//! A method that panics must cost one fit, not the run, and must not clutter the terminal: its panic is caught here and
//! becomes the reason of a failure.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IN_METHOD: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside a method: a panic there is an outcome, anywhere else it is a bug of ours.
pub fn in_method() -> bool {
    IN_METHOD.get()
}

/// Runs a method's code; a panic becomes its message.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    IN_METHOD.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IN_METHOD.set(false);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("the method panicked: {}", text.unwrap_or_else(|| "no message".into()))
    })
}
