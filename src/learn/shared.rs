//! What several fits need and one of them computes: a distance matrix that all grid points of a fold use, and all kernel
//! methods of an experiment. Values are known by a hash of everything they are made of, so sharing cannot change a
//! result; the least recently used ones are forgotten when the memory that was granted is used up.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A hash of everything a value is made of.
pub type SharedKey = [u8; 32];

type Slot = Arc<OnceLock<Arc<dyn Any + Send + Sync>>>;

/// A memory of computed values, bounded in bytes.
pub struct Shared {
    budget: usize,
    state: Mutex<State>,
}

struct State {
    entries: BTreeMap<SharedKey, Entry>,
    bytes: usize,
    clock: u64,
}

struct Entry {
    slot: Slot,
    bytes: usize,
    used: u64,
}

impl Shared {
    /// A memory of at most so many bytes.
    pub const fn new(budget: usize) -> Shared {
        let state = State { entries: BTreeMap::new(), bytes: 0, clock: 0 };
        Shared { budget, state: Mutex::new(state) }
    }

    /// Bytes it keeps at most.
    #[cfg(test)]
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// A memory that forgets at once: for fits whose time is measured, which must do all of their work.
    pub const fn nothing() -> Shared {
        Shared::new(0)
    }

    /// The value of a key, computed now or earlier. Two threads that ask at once compute it once.
    pub fn get<V: Send + Sync + 'static>(
        &self,
        key: SharedKey,
        bytes: usize,
        compute: impl FnOnce() -> V,
    ) -> Arc<V> {
        if bytes > self.budget {
            return Arc::new(compute());
        }
        let slot = self.slot(key, bytes);
        let mut made = None;
        let value = slot.get_or_init(|| {
            let value = Arc::new(compute());
            made = Some(Arc::clone(&value));
            value
        });
        // A key is made of the kind of its value, so that another kind cannot stand here.
        made.or_else(|| Arc::clone(value).downcast().ok()).expect("one kind of value a key")
    }

    fn slot(&self, key: SharedKey, bytes: usize) -> Slot {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.clock += 1;
        let now = state.clock;
        if let Some(entry) = state.entries.get_mut(&key) {
            entry.used = now;
            return Arc::clone(&entry.slot);
        }
        while state.bytes + bytes > self.budget {
            let oldest = state.entries.iter().min_by_key(|(_, e)| e.used).map(|(k, _)| *k);
            let Some(entry) = oldest.and_then(|k| state.entries.remove(&k)) else { break };
            state.bytes -= entry.bytes;
        }
        let slot = Slot::default();
        state.bytes += bytes;
        state.entries.insert(key, Entry { slot: Arc::clone(&slot), bytes, used: now });
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_value_is_computed_once_and_forgotten_when_others_need_the_room() {
        let shared = Shared::new(100);
        let computed = Cell::new(0);
        let get = |key: u8, bytes: usize| {
            *shared.get([key; 32], bytes, || {
                computed.set(computed.get() + 1);
                u32::from(key)
            })
        };
        assert_eq!((get(1, 60), get(1, 60), computed.get()), (1, 1, 1));
        assert_eq!((get(2, 30), get(1, 60), computed.get()), (2, 1, 2));
        // Room for 3 is made by forgetting 2, which was used longest ago.
        assert_eq!((get(3, 40), get(1, 60), computed.get()), (3, 1, 3));
        assert_eq!((get(2, 30), computed.get()), (2, 4));
        // What does not fit at all is computed every time.
        assert_eq!((get(4, 101), get(4, 101), computed.get()), (4, 4, 6));
    }
}
