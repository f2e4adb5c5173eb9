// SPDX-License-Identifier: MIT-0
//! Sets of timers over tw: a timer never fires early, and equal deadlines fire in the order of
//! their arming. You choose the tick and read the clock.
//!
//! ```
//! let set = tw::Set::new(tw::Structure::Hwheel, 0);
//! let idle = Box::pin(set.timer("idle"));
//!
//! idle.as_ref().arm(30_000).unwrap(); // a new connection
//! idle.as_ref().arm(50_000).unwrap(); // a request came: the timeout moves
//! assert_eq!(set.next(), Some(50_000)); // sleep until then
//! assert_eq!(set.expire(49_999), None);
//! assert_eq!(set.expire(50_000), Some((50_000, "idle".into())));
//! ```
//!
//! A timer carries its node in itself, so it must be pinned before it is armed. It shares its set,
//! and leaves the set when it is dropped. So no node that C knows is moved or freed. A set and its
//! timers stay in one thread. `expire()` hands out the value, shared by an `Rc`, so that the timer
//! may be dropped meanwhile. C calls no function of Rust, so a panic passes no frame of C.
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::fmt;
use std::marker::{PhantomData, PhantomPinned};
use std::pin::Pin;
use std::rc::Rc;

/// A point of your clock. Deadlines lie less than 2^63 ticks ahead of the now of the set.
pub type Tick = u64;

extern "C" {
    fn tw_rust_table(structure: u32) -> *const c_void;
    fn tw_rust_set_bytes() -> usize;
    fn tw_rust_structure_bytes(ops: *const c_void) -> usize;
    fn tw_rust_array_bytes(ops: *const c_void, n: usize) -> usize;
    fn tw_rust_init(
        set: *mut c_void,
        now: Tick,
        ops: *const c_void,
        structure: *mut c_void,
        array: *mut c_void,
        n: usize,
    );
    fn tw_rust_node_init(node: *mut c_void);
    fn tw_rust_add(set: *mut c_void, node: *mut c_void, due: Tick) -> bool;
    fn tw_rust_cancel(set: *mut c_void, node: *mut c_void) -> bool;
    fn tw_rust_pending(node: *const c_void) -> bool;
    fn tw_rust_due(node: *const c_void) -> Tick;
    fn tw_rust_next(set: *mut c_void, due: *mut Tick) -> bool;
    fn tw_rust_expire(set: *mut c_void, now: Tick) -> *mut c_void;
    fn tw_rust_now(set: *const c_void) -> Tick;
    fn tw_rust_count(set: *const c_void) -> usize;
    fn tw_rust_forward(due: Tick, period: Tick, now: Tick) -> Tick;
}

/// What a set is made of. The page choosing.md of the repository compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// A hierarchical wheel of 50 KB: timeouts, mostly cancelled. Arming and moving are O(1).
    Hwheel,
    /// A red-black tree: small, for any number of timers.
    Rbtree,
    /// A skip list: as the tree, and cancelling is O(1).
    Skiplist,
    /// A heap with room for so many timers.
    Heap4(usize),
}

/// The set has no room for another timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the set has no room for another timer")
    }
}

impl std::error::Error for Full {}

#[derive(Clone, Copy)]
#[allow(dead_code)] // C reads it
#[repr(C, align(64))]
struct Block([u8; 64]);

/// Memory for C, which stays where it is until it is dropped. C reads and writes it.
struct Memory(Box<[UnsafeCell<Block>]>);

impl Memory {
    fn new(bytes: usize) -> Memory {
        Memory((0..(bytes + 63) / 64).map(|_| UnsafeCell::new(Block([0; 64]))).collect())
    }

    fn at(&self) -> *mut c_void {
        self.0.as_ptr() as *mut c_void
    }
}

/// What a set and its timers share. The set of C has the addresses of the other two.
struct Core {
    set: Memory,
    _structure: Memory,
    _array: Memory,
    batch: Cell<Option<Tick>>, // the now of a batch that has not ended
}

#[allow(dead_code)] // C reads it
#[repr(C, align(8))]
struct Node([u8; 40]);

/// A set of timers that carry values of one type.
pub struct Set<T> {
    core: Rc<Core>,
    values: PhantomData<T>,
}

/// A timer of a set. Pin it, by `Box::pin()` for example, and arm it.
#[repr(C)] // the node is the first member, so that both have one address
pub struct Timer<T> {
    node: UnsafeCell<Node>,
    core: Rc<Core>,
    value: Rc<T>,
    _pinned: PhantomPinned,
}

impl<T> Set<T> {
    /// An empty set whose clock stands at now.
    pub fn new(structure: Structure, now: Tick) -> Set<T> {
        let (number, room) = match structure {
            Structure::Hwheel => (0, 0),
            Structure::Rbtree => (1, 0),
            Structure::Skiplist => (2, 0),
            Structure::Heap4(room) => (3, room),
        };
        // SAFETY: the numbers are those of tw_rust_table(); each memory has the size that C asks
        // for, is zero, and lives as long as the core.
        let core = unsafe {
            let ops = tw_rust_table(number);
            let core = Core {
                set: Memory::new(tw_rust_set_bytes()),
                _structure: Memory::new(tw_rust_structure_bytes(ops)),
                _array: Memory::new(tw_rust_array_bytes(ops, room)),
                batch: Cell::new(None),
            };
            let (structure, array) = (core._structure.at(), core._array.at());
            tw_rust_init(core.set.at(), now, ops, structure, array, room);
            core
        };
        Set { core: Rc::new(core), values: PhantomData }
    }

    /// A timer of this set, which is not armed.
    pub fn timer(&self, value: T) -> Timer<T> {
        let timer = Timer {
            node: UnsafeCell::new(Node([0; 40])),
            core: Rc::clone(&self.core),
            value: Rc::new(value),
            _pinned: PhantomPinned,
        };
        // SAFETY: an idle node holds no address, so it may move afterwards.
        unsafe { tw_rust_node_init(timer.node.get().cast()) };
        timer
    }

    /// Takes out one timer that is due by now, and returns its deadline and its value.
    /// Call it until None, which ends the batch. A timer that is armed meanwhile for a passed tick
    /// waits for the next batch. If a loop was left before its None, the rest of its batch comes
    /// first. The clock never goes back.
    pub fn expire(&self, now: Tick) -> Option<(Tick, Rc<T>)> {
        let core = &self.core;
        // SAFETY: nodes of the set are in timers of type Timer<T> that are pinned and not dropped.
        let mut at = unsafe { tw_rust_expire(core.set.at(), now) };
        if at.is_null() && matches!(core.batch.take(), Some(begun) if begun != now) {
            at = unsafe { tw_rust_expire(core.set.at(), now) }; // the old batch is over
        }
        if at.is_null() {
            return None;
        }
        core.batch.set(Some(core.batch.get().unwrap_or(now)));
        // SAFETY: the node is the first member, and arm() gave the address of the whole timer.
        let (due, timer) = unsafe { (tw_rust_due(at), &*(at as *const Timer<T>)) };
        Some((due, Rc::clone(&timer.value)))
    }

    /// The earliest deadline: sleep until then. While a timer is due, the now of the set. None:
    /// nothing is armed.
    pub fn next(&self) -> Option<Tick> {
        let mut due = 0;
        // SAFETY: C writes one tick.
        unsafe { tw_rust_next(self.core.set.at(), &mut due) }.then_some(due)
    }

    /// The now of the last batch.
    pub fn now(&self) -> Tick {
        // SAFETY: the set was made by new().
        unsafe { tw_rust_now(self.core.set.at()) }
    }

    /// How many timers are armed.
    pub fn len(&self) -> usize {
        // SAFETY: the set was made by new().
        unsafe { tw_rust_count(self.core.set.at()) }
    }

    /// Says whether no timer is armed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> Timer<T> {
    /// Arms the timer for a tick, or moves it there. A move counts as arming anew.
    pub fn arm(self: Pin<&Self>, due: Tick) -> Result<(), Full> {
        let timer: *const Timer<T> = self.get_ref();
        // SAFETY: the timer is pinned, and drop() takes it out of the set before its memory is
        // used again. C writes to the node alone.
        let armed = unsafe { tw_rust_add(self.core.set.at(), timer as *mut c_void, due) };
        armed.then_some(()).ok_or(Full)
    }

    /// Takes the timer out of its set. False: it was not armed.
    pub fn cancel(&self) -> bool {
        // SAFETY: the node is of this set, or idle.
        self.armed() && unsafe { tw_rust_cancel(self.core.set.at(), self.node.get().cast()) }
    }

    /// Says whether the timer is in its set.
    pub fn armed(&self) -> bool {
        // SAFETY: C reads the node.
        unsafe { tw_rust_pending(self.node.get().cast()) }
    }

    /// The deadline. None: the timer is not armed.
    pub fn due(&self) -> Option<Tick> {
        // SAFETY: C reads the node.
        self.armed().then(|| unsafe { tw_rust_due(self.node.get().cast()) })
    }

    /// The value that `expire()` hands out.
    pub fn value(&self) -> &T {
        &self.value
    }
}

impl<T> Drop for Timer<T> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The next tick of a period on the grid of due that lies after now: a period without drift.
///
/// # Panics
/// If the period is 0.
pub fn forward(due: Tick, period: Tick, now: Tick) -> Tick {
    assert!(period > 0, "a period has one tick at least");
    // SAFETY: C reads no memory.
    unsafe { tw_rust_forward(due, period, now) }
}
