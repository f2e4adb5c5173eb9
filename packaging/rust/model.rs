// SPDX-License-Identifier: MIT-0
//! The crate beside a model, a list that is sorted for each question; what it drops and when; a
//! set that is full; a loop that is left; a timer that outlives its set.
use std::collections::BTreeMap;
use std::pin::Pin;
use std::rc::Rc;
use tw::{forward, Full, Set, Structure, Tick, Timer};

const STRUCTURES: [Structure; 4] =
    [Structure::Hwheel, Structure::Rbtree, Structure::Skiplist, Structure::Heap4(30)];

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

type Pinned = Pin<Box<Timer<u64>>>;

fn arms(timer: &Pinned, due: Tick) {
    timer.as_ref().arm(due).unwrap();
    assert_eq!((timer.armed(), timer.due()), (true, Some(due)));
}

fn fires_as_the_model(set: &Set<u64>, now: Tick, model: &mut BTreeMap<u64, (Tick, u64)>) -> usize {
    let mut waiting: Vec<(Tick, u64, u64)> = model.iter().map(|(n, r)| (r.0, r.1, *n)).collect();
    waiting.sort();
    let mut fired = 0;
    while let Some((due, number)) = set.expire(now) {
        assert_eq!((due, *number), (waiting[fired].0, waiting[fired].2), "now {now}");
        model.remove(&*number);
        fired += 1;
    }
    assert!(waiting[fired..].iter().all(|row| row.0 > now));
    assert_eq!(set.now(), now);
    fired
}

fn beside_the_model(structure: Structure, seed: u64) {
    let (set, mut chance) = (Set::new(structure, 0), Chance(seed));
    let timers: Vec<Pinned> = (0..30).map(|number| Box::pin(set.timer(number))).collect();
    let mut model: BTreeMap<u64, (Tick, u64)> = BTreeMap::new(); // due, and when it was armed
    let (mut now, mut fired) = (0, 0);
    for step in 0..5000 {
        let number = chance.below(30);
        let timer = &timers[number as usize];
        match chance.below(5) {
            0..=2 => {
                let due = now + 1 + chance.below(50) * chance.below(50);
                arms(timer, due);
                model.insert(number, (due, step));
            }
            3 => assert_eq!(timer.cancel(), model.remove(&number).is_some()),
            _ => {
                now += chance.below(400);
                fired += fires_as_the_model(&set, now, &mut model);
            }
        }
        assert_eq!(timer.armed(), model.contains_key(&number));
        assert_eq!(set.len(), model.len());
        assert_eq!(set.next(), model.values().map(|row| row.0).min());
    }
    assert!(fired > 500, "{fired} fired");
}

#[test]
fn every_structure_fires_as_the_model_does() {
    for structure in STRUCTURES {
        (1..4).for_each(|seed| beside_the_model(structure, seed));
    }
}

#[test]
fn a_dropped_timer_leaves_its_set() {
    for structure in STRUCTURES {
        let (set, value) = (Set::new(structure, 0), Rc::new(()));
        let mut timers: Vec<_> = (1..=3).map(|_| Box::pin(set.timer(value.clone()))).collect();
        timers.iter().for_each(|timer| timer.as_ref().arm(5).unwrap());
        timers.remove(1);
        assert_eq!((set.len(), Rc::strong_count(&value)), (2, 3));
        let fired = set.expire(5).unwrap();
        drop(timers); // one of them is due, and one has fired
        assert_eq!((set.len(), set.expire(5)), (0, None));
        assert_eq!(Rc::strong_count(&value), 2);
        drop(fired);
        assert_eq!(Rc::strong_count(&value), 1);
    }
}

#[test]
fn a_timer_outlives_its_set() {
    for structure in STRUCTURES {
        let set = Set::new(structure, 0);
        let (timer, moved) = (Box::pin(set.timer("kept")), set.timer("moved"));
        timer.as_ref().arm(5).unwrap();
        drop(set);
        timer.as_ref().arm(9).unwrap();
        assert_eq!((timer.due(), *timer.value()), (Some(9), "kept"));
        let moved = Box::pin(moved); // what is not armed may move
        moved.as_ref().arm(1).unwrap();
        assert!(timer.cancel() && !timer.cancel() && moved.armed());
    }
}

/// A loop that is left early costs no timer a turn.
#[test]
fn nothing_waits_behind_a_loop_that_is_left() {
    let set = Set::new(Structure::Hwheel, 0);
    let rows = [(5, "first"), (5, "rest"), (8, "late"), (30, "last")];
    let timers: Vec<_> = rows.iter().map(|row| Box::pin(set.timer(row.1))).collect();
    timers.iter().zip(rows).for_each(|(timer, row)| timer.as_ref().arm(row.0).unwrap());
    for now in [5, 9] {
        assert!(set.expire(now).is_some()); // a break, or a panic, follows
    }
    assert_eq!(set.expire(9), Some((8, Rc::new("late"))));
    for (now, fired) in [(9, None), (29, None), (30, Some((30, Rc::new("last")))), (31, None)] {
        assert_eq!(set.expire(now), fired);
    }
    assert!(set.is_empty());
}

#[test]
fn a_full_set_refuses() {
    let set = Set::new(Structure::Heap4(1), 0);
    let (first, second) = (Box::pin(set.timer(1)), Box::pin(set.timer(2)));
    first.as_ref().arm(7).unwrap();
    assert_eq!(second.as_ref().arm(7), Err(Full));
    assert_eq!((first.armed(), second.armed(), second.due()), (true, false, None));
    drop(first);
    second.as_ref().arm(7).unwrap();
}

#[test]
fn a_period_keeps_its_grid() {
    assert_eq!(forward(1000, 100, 1030), 1100);
    assert_eq!(forward(1000, 100, 999), 1000);
}
