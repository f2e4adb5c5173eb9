// SPDX-License-Identifier: MIT-0
//! examples/ffi/tw_timers.rs beside a model, a list that is sorted for each question; what it drops and when; a set that
//! is full; numbers that are too old; and a table of numbers.
#[path = "tw_timers.rs"]
mod tw_timers;
use std::rc::Rc;
use tw_timers::{forward, Id, Structure, Table, Tick, Timers};

/// Marsaglia's xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn beside_the_model(structure: Structure, seed: u64) {
    let (mut timers, mut chance) = (Timers::new(structure, 0), Chance(seed));
    let mut model: Vec<(Tick, u64, Id, u64)> = Vec::new(); // due, the arming's number, id, value
    let mut now = 0;
    for number in 0..5000 {
        let due = now + 1 + chance.below(200);
        match chance.below(5) {
            0 | 1 if model.len() < 30 => {
                let id = timers.add(due, number).unwrap();
                model.push((due, number, id, number));
            }
            2 if !model.is_empty() => {
                let i = chance.below(model.len() as u64) as usize;
                assert!(timers.set_due(model[i].2, due));
                model[i] = (due, number, model[i].2, model[i].3);
            }
            3 if !model.is_empty() => {
                let row = model.swap_remove(chance.below(model.len() as u64) as usize);
                assert_eq!(timers.cancel(row.2), Some(row.3));
                assert_eq!(timers.cancel(row.2), None);
                assert!(!timers.set_due(row.2, due));
            }
            4 => {
                now += chance.below(40);
                model.sort_by_key(|row| (row.0, row.1));
                while let Some((due, value)) = timers.expire(now) {
                    let row = model.remove(0);
                    assert_eq!((due, value), (row.0, row.3), "seed {seed}, now {now}");
                    assert!(due <= now);
                }
                assert!(model.iter().all(|row| row.0 > now));
            }
            _ => (),
        }
        assert_eq!(timers.count(), model.len());
        let wait = model.iter().map(|row| (row.0 - now) as u32).min();
        assert_eq!(timers.wait_ms(now, 1), wait);
    }
    assert!(now > 1000);
}

fn values_are_dropped_once() {
    let value = Rc::new(());
    let mut timers = Timers::new(Structure::Hwheel, 0);
    let ids: Vec<Id> = (1..=3).map(|due| timers.add(due, value.clone()).unwrap()).collect();
    assert_eq!(Rc::strong_count(&value), 4);
    timers.cancel(ids[0]);
    assert_eq!(Rc::strong_count(&value), 3);
    assert_eq!(timers.expire(2).map(|fired| fired.0), Some(2));
    assert_eq!(Rc::strong_count(&value), 2);
    let mut moved = timers; // C keeps the addresses of what lies in boxes
    assert!(moved.expire(2).is_none() && moved.set_due(ids[2], 9));
    drop(moved);
    assert_eq!(Rc::strong_count(&value), 1);
}

/// A loop that is left early costs no timer a turn.
fn nothing_waits_behind_a_loop_that_is_left() {
    let mut timers = Timers::new(Structure::Hwheel, 0);
    for (due, value) in [(5, "first"), (5, "rest"), (8, "late"), (30, "last")] {
        timers.add(due, value).unwrap();
    }
    for now in [5, 9] {
        assert!(timers.expire(now).is_some()); // a break, or a panic, follows
    }
    assert_eq!(timers.expire(9), Some((8, "late")));
    assert_eq!(timers.expire(9), None);
    assert_eq!(timers.expire(29), None);
    assert_eq!(timers.expire(30), Some((30, "last")));
    assert_eq!(timers.expire(31), None);
}

fn a_full_set_refuses() {
    let mut timers = Timers::new(Structure::Heap4(1), 0);
    let first = timers.add(1, "first").unwrap();
    assert_eq!(timers.add(1, "second"), Err("second"));
    assert_eq!(timers.count(), 1);
    assert_eq!(timers.cancel(first), Some("first"));
    assert!(timers.add(1, "third").is_ok());
    assert_eq!(timers.cancel(first), None, "an old number finds the new timer");
}

/// Its capacity grows from 3 to 30 in the meantime.
fn a_table_beside_the_model(seed: u64) {
    let (mut capacity, mut now, mut chance) = (3, 0, Chance(seed));
    let mut table = Table::new(capacity, now);
    let mut model: Vec<(Tick, u64, u32)> = Vec::new(); // due, the arming's number, timer
    for number in 0..5000 {
        let i = chance.below(u64::from(capacity)) as u32;
        match chance.below(8) {
            0..=3 => {
                let due = now + 1 + chance.below(2000);
                assert!(table.add(i, due));
                model.retain(|row| row.2 != i);
                model.push((due, number, i));
            }
            4 | 5 => {
                assert_eq!(table.cancel(i), model.iter().any(|row| row.2 == i));
                model.retain(|row| row.2 != i);
            }
            6 => {
                now += chance.below(300);
                model.sort();
                let due = model.iter().filter(|row| row.0 <= now).count();
                let most = 1 + chance.below(4) as usize;
                let mut numbers = [u32::MAX; 4];
                for row in model.drain(..due).collect::<Vec<_>>().chunks(most) {
                    assert_eq!(table.expire(now, &mut numbers[..most]), row.len(), "seed {seed}, now {now}");
                    assert!(row.iter().zip(numbers).all(|(row, i)| row.2 == i), "seed {seed}, now {now}");
                }
                assert_eq!(table.expire(now, &mut numbers[..most]), 0);
            }
            _ if capacity < 30 && chance.below(20) == 0 => {
                capacity += chance.below(4) as u32;
                assert!(table.grow(capacity) && !table.grow(capacity - 1));
            }
            _ => assert!(!table.add(capacity, now + 1) && !table.cancel(capacity)),
        }
        assert_eq!(table.count(), model.len());
        assert_eq!(table.wait_ms(now, 1), model.iter().map(|row| (row.0 - now) as u32).min());
    }
    assert!(now > 1000 && capacity > 20);
}

fn main() {
    for seed in 1..4 {
        beside_the_model(Structure::Hwheel, seed);
        beside_the_model(Structure::Heap4(30), seed);
    }
    values_are_dropped_once();
    nothing_waits_behind_a_loop_that_is_left();
    a_full_set_refuses();
    for seed in 1..4 {
        a_table_beside_the_model(seed);
    }
    assert_eq!(forward(1000, 100, 1030), 1100);
    println!("ok");
}
