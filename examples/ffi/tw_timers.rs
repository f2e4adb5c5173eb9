// SPDX-License-Identifier: MIT-0
//! Timers for Rust over tw, by the library that tw_ffi.c makes. To build and run it:
//!
//!     cc -O2 -shared -fPIC -Iinclude examples/ffi/tw_ffi.c -o libtw_ffi.so
//!     rustc --edition 2021 -L. -C link-arg=-Wl,-rpath,. examples/ffi/tw_timers.rs && ./tw_timers
//!
//! What it teaches: a set owns its nodes, each in a Box, so that no armed node moves and none is
//! freed while C knows it. A timer carries a value, and expire() hands the values out. No
//! function of Rust is called by C, so that a panic passes no frame of C. The sizes come from the
//! library. A number names a timer: a number that is too old finds nothing. A table is simpler:
//! its timers are numbers, which are places in a Vec of the program, and C keeps no address.
use std::collections::HashMap;
use std::ffi::c_void;

/// The width that the library was compiled for: Timers::new() compares it.
pub type Tick = u64;

#[link(name = "tw_ffi")]
extern "C" {
    static ffi_heap4: *const c_void;
    static ffi_hwheel: *const c_void;
    static ffi_set_bytes: usize;
    static ffi_node_bytes: usize;
    static ffi_tick_bits: u32;
    fn ffi_structure_bytes(ops: *const c_void) -> usize;
    fn ffi_array_bytes(ops: *const c_void, n: usize) -> usize;
    fn ffi_init(
        set: *mut c_void,
        now: Tick,
        ops: *const c_void,
        structure: *mut c_void,
        array: *mut c_void,
        n: usize,
    );
    fn ffi_node_init(node: *mut c_void, function: *const c_void);
    fn ffi_due(node: *const c_void) -> Tick;
    fn ffi_forward(due: Tick, period: Tick, now: Tick) -> Tick;
    fn tw_timers_add(set: *mut c_void, node: *mut c_void, due: Tick) -> bool;
    fn tw_timers_cancel(set: *mut c_void, node: *mut c_void) -> bool;
    fn tw_timers_expire(set: *mut c_void, now: Tick) -> *mut c_void;
    fn tw_timers_wait_ms(set: *mut c_void, now: Tick, ticks_per_ms: Tick) -> i32;
    fn ffi_table_init(table: *mut c_void, now: Tick, capacity: usize);
    fn tw_table_bytes(capacity: usize) -> usize;
    fn tw_table_grow(table: *mut c_void, capacity: usize) -> bool;
    fn tw_table_add(table: *mut c_void, i: u32, due: Tick) -> bool;
    fn tw_table_cancel(table: *mut c_void, i: u32) -> bool;
    fn tw_table_count(table: *const c_void) -> usize;
    fn tw_table_expire_some(table: *mut c_void, now: Tick, numbers: *mut u32, max: usize) -> usize;
    fn tw_table_wait_ms(table: *mut c_void, now: Tick, ticks_per_ms: Tick) -> i32;
}

/// Memory for C. It stays where it is when its owner moves.
struct Memory(Box<[Block]>);

#[derive(Clone, Copy)]
#[allow(dead_code)] // C reads it
#[repr(align(64))]
struct Block([u8; 64]);

impl Memory {
    fn new(bytes: usize) -> Memory {
        Memory(vec![Block([0; 64]); (bytes + 63) / 64].into_boxed_slice())
    }

    fn at(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}

pub enum Structure {
    /// Needs no room.
    Hwheel,
    /// Has room for so many timers.
    Heap4(usize),
}

/// Names an armed timer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Id(u64);

/// A set of timers, each with a value.
pub struct Timers<T> {
    set: Memory,
    _structure: Memory, // C keeps the addresses of these two
    _array: Memory,
    armed: HashMap<Id, (Memory, T)>,
    by_node: HashMap<usize, Id>,
    last: u64,
    batch: Option<Tick>, // the now of a batch that has not ended
}

impl<T> Timers<T> {
    pub fn new(kind: Structure, now: Tick) -> Timers<T> {
        unsafe {
            assert_eq!(ffi_tick_bits, Tick::BITS, "the library has ticks of another width");
            let (ops, room) = match kind {
                Structure::Hwheel => (ffi_hwheel, 0),
                Structure::Heap4(room) => (ffi_heap4, room),
            };
            let mut set = Memory::new(ffi_set_bytes);
            let mut structure = Memory::new(ffi_structure_bytes(ops));
            let mut array = Memory::new(ffi_array_bytes(ops, room));
            ffi_init(set.at(), now, ops, structure.at(), array.at(), room);
            let (armed, by_node) = (HashMap::new(), HashMap::new());
            Timers { set, _structure: structure, _array: array, armed, by_node, last: 0, batch: None }
        }
    }

    /// Arms a timer for a tick. Err: the set is full, and here is the value.
    pub fn add(&mut self, due: Tick, value: T) -> Result<Id, T> {
        let mut node = unsafe { Memory::new(ffi_node_bytes) };
        unsafe {
            ffi_node_init(node.at(), std::ptr::null());
            if !tw_timers_add(self.set.at(), node.at(), due) {
                return Err(value);
            }
        }
        self.last += 1;
        let id = Id(self.last);
        self.by_node.insert(node.at() as usize, id);
        self.armed.insert(id, (node, value));
        Ok(id)
    }

    /// Moves a timer. False: it is not armed.
    pub fn set_due(&mut self, id: Id, due: Tick) -> bool {
        match self.armed.get_mut(&id) {
            Some((node, _)) => unsafe { tw_timers_add(self.set.at(), node.at(), due) },
            None => false,
        }
    }

    /// Takes a timer out, and returns its value. None: it is not armed.
    pub fn cancel(&mut self, id: Id) -> Option<T> {
        let (mut node, value) = self.armed.remove(&id)?;
        self.by_node.remove(&(node.at() as usize));
        unsafe { tw_timers_cancel(self.set.at(), node.at()) };
        Some(value)
    }

    /// Hands out what is due by now, one by one, with its tick. None ends the batch. If a loop
    /// was left before its None, the next one begins with the rest of its batch.
    pub fn expire(&mut self, now: Tick) -> Option<(Tick, T)> {
        let mut at = unsafe { tw_timers_expire(self.set.at(), now) };
        if at.is_null() && matches!(self.batch.take(), Some(begun) if begun != now) {
            at = unsafe { tw_timers_expire(self.set.at(), now) }; // the old batch is over
        }
        if !at.is_null() {
            self.batch.get_or_insert(now);
        }
        let id = self.by_node.remove(&(at as usize))?;
        let (mut node, value) = self.armed.remove(&id)?;
        Some((unsafe { ffi_due(node.at()) }, value))
    }

    pub fn count(&self) -> usize {
        self.armed.len()
    }

    /// How many milliseconds a loop may sleep. None: nothing is armed.
    pub fn wait_ms(&mut self, now: Tick, ticks_per_ms: Tick) -> Option<u32> {
        let ms = unsafe { tw_timers_wait_ms(self.set.at(), now, ticks_per_ms) };
        u32::try_from(ms).ok()
    }
}

/// Timers that are numbers from 0 on, below a capacity.
pub struct Table {
    memory: Memory,
    capacity: u32,
}

impl Table {
    /// Panics if a table of so many timers is larger than memory.
    pub fn new(capacity: u32, now: Tick) -> Table {
        let mut memory = Table::room(capacity);
        unsafe {
            assert_eq!(ffi_tick_bits, Tick::BITS, "the library has ticks of another width");
            ffi_table_init(memory.at(), now, capacity as usize);
        }
        Table { memory, capacity }
    }

    fn room(capacity: u32) -> Memory {
        let bytes = unsafe { tw_table_bytes(capacity as usize) };
        assert!(bytes > 0, "no table has {capacity} timers");
        Memory::new(bytes)
    }

    /// Arms timer i for a tick, or moves it there. False: i is not below the capacity.
    pub fn add(&mut self, i: u32, due: Tick) -> bool {
        unsafe { tw_table_add(self.memory.at(), i, due) }
    }

    /// False: i is not armed.
    pub fn cancel(&mut self, i: u32) -> bool {
        unsafe { tw_table_cancel(self.memory.at(), i) }
    }

    /// Writes the numbers that are due into the slice, in order, as far as it has room. The
    /// others stay due, and come first next time. Returns how many numbers it wrote.
    pub fn expire(&mut self, now: Tick, numbers: &mut [u32]) -> usize {
        let (first, room) = (numbers.as_mut_ptr(), numbers.len());
        unsafe { tw_table_expire_some(self.memory.at(), now, first, room) }
    }

    /// Makes room for more timers: the table goes on in larger memory. False: it has more
    /// already.
    pub fn grow(&mut self, capacity: u32) -> bool {
        if capacity < self.capacity {
            return false;
        }
        let mut memory = Table::room(capacity);
        memory.0[..self.memory.0.len()].copy_from_slice(&self.memory.0);
        self.memory = memory;
        self.capacity = capacity;
        unsafe { tw_table_grow(self.memory.at(), capacity as usize) }
    }

    pub fn count(&mut self) -> usize {
        unsafe { tw_table_count(self.memory.at()) }
    }

    /// How many milliseconds a loop may sleep. None: nothing is armed.
    pub fn wait_ms(&mut self, now: Tick, ticks_per_ms: Tick) -> Option<u32> {
        let ms = unsafe { tw_table_wait_ms(self.memory.at(), now, ticks_per_ms) };
        u32::try_from(ms).ok()
    }
}

/// The next tick of a period on the grid of due, after now.
pub fn forward(due: Tick, period: Tick, now: Tick) -> Tick {
    unsafe { ffi_forward(due, period, now) }
}

/// Keys that expire: a timer is the place of its key.
#[allow(dead_code)]
fn numbers_in_turn() {
    let keys = ["milk", "eggs", "salt"];
    let mut table = Table::new(3, 0);
    let mut numbers = [0; 8];
    let mut now = 0;

    for i in 0..3 {
        table.add(i, 10 * (Tick::from(i) + 1));
    }
    table.add(0, 15); // milk keeps longer
    table.cancel(2); // salt keeps for ever
    while let Some(ms) = table.wait_ms(now, 1) {
        now += Tick::from(ms);
        let n = table.expire(now, &mut numbers);
        for i in &numbers[..n] {
            println!("{now:3}  {} has expired", keys[*i as usize]);
        }
    }
}

#[allow(dead_code)]
fn main() {
    let mut timers = Timers::new(Structure::Hwheel, 0);
    let mut now = 0;

    timers.add(25, "the tea").unwrap();
    let soup = timers.add(45, "the soup").unwrap();
    let bread = timers.add(30, "the bread").unwrap();
    timers.add(20, "stir").unwrap();
    timers.set_due(soup, 50); // a little more
    timers.cancel(bread); // there is none left
    while now < 60 {
        now += Tick::from(timers.wait_ms(now, 1).unwrap()); // a program would sleep so long
        while let Some((due, what)) = timers.expire(now) {
            if what == "stir" {
                println!("{now:3}  stir");
                timers.add(forward(due, 20, now), what).unwrap();
            } else {
                println!("{now:3}  {what} is ready");
            }
        }
    }
    println!("{} armed: the spoon", timers.count());
    numbers_in_turn();
}
