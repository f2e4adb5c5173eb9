// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a BTreeMap. Put yours in place of Timers.
use std::collections::{BTreeMap, HashMap};

const CAN: [&str; 9] = ["order", "fifo", "passed", "move", "next", "now", "far", "wide", "top"];

#[derive(Default)]
struct Timers {
    now: u64,
    births: u64,
    queue: BTreeMap<(u64, u64), u64>, // by tick and number of the arming: the timer
    armed: HashMap<u64, (u64, u64)>,
}

impl Timers {
    fn remove(&mut self, id: u64) -> bool {
        self.armed.remove(&id).map(|key| self.queue.remove(&key)).is_some()
    }

    fn answer(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i).map_or(0, |w| w.parse::<u64>().unwrap());
        match words[0] {
            "init" => *self = Timers { now: number(1), ..Default::default() },
            "next" => return self.queue.keys().next().map_or("none".into(), |key| format!("next {}", key.0)),
            "cancel" => return if self.remove(number(1)) { "ok".into() } else { "no".into() },
            "advance" => {
                let mut said = "fired".to_string();
                self.now = number(1);
                while let Some((&key, &id)) = self.queue.iter().next().filter(|(key, _)| key.0 <= self.now) {
                    self.queue.remove(&key);
                    self.armed.remove(&id);
                    said += &format!(" {id}");
                }
                return said;
            }
            _ => { // add, move
                self.remove(number(1));
                self.births += 1;
                let key = (number(2).max(self.now), self.births);
                self.queue.insert(key, number(1));
                self.armed.insert(number(1), key);
            }
        }
        "ok".into()
    }
}

fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).expect("FILE")).unwrap();
    let (mut timers, mut holds, mut fails, mut declined) = (Timers::default(), 0, 0, 0);
    for line in text.lines() {
        // "vector" NAME "shows" PROMISE "needs" WORDS "run" LINE ANSWER...
        let part: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        if !part[5].split_whitespace().all(|word| CAN.contains(&word)) {
            declined += 1;
            continue;
        }
        let wrong = part[7..].chunks(2).map(|pair| (pair, timers.answer(pair[0]))).find(|(pair, got)| got != pair[1]);
        if let Some((pair, got)) = &wrong {
            println!("FAILED {} shows {}: {} -> {} and not {}", part[1], part[3], pair[0], got, pair[1]);
        }
        if wrong.is_some() { fails += 1 } else { holds += 1 }
    }
    println!("{holds} hold, {fails} fail, {declined} declined");
    std::process::exit((fails > 0 || holds == 0) as i32);
}
