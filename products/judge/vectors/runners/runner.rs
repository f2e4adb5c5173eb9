// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to timers in a Vec. Put yours in place of Timers.
const CAN: [&str; 9] = ["order", "fifo", "passed", "move", "next", "now", "far", "wide", "top"];

#[derive(Default)]
struct Timers {
    now: u64,
    queue: Vec<(u64, u64)>, // of each its tick and its id, in the order of their firing
}

impl Timers {
    fn answer(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i).map_or(0, |w| w.parse::<u64>().unwrap());
        let (id, due, before) = (number(1), number(2).max(self.now), self.queue.len());
        match words[0] {
            "init" => *self = Timers { now: id, queue: vec![] },
            "next" => return self.queue.first().map_or("none".into(), |t| format!("next {}", t.0)),
            "advance" => {
                self.now = id;
                let fired = self.queue.drain(..self.queue.partition_point(|t| t.0 <= id));
                return fired.fold("fired".into(), |said, t| format!("{said} {}", t.1));
            }
            verb => {
                self.queue.retain(|t| t.1 != id);
                if verb == "cancel" && self.queue.len() == before {
                    return "no".into();
                } else if verb != "cancel" { // add, move
                    self.queue.insert(self.queue.partition_point(|t| t.0 <= due), (due, id));
                }
            }
        }
        "ok".into()
    }
}

fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).expect("FILE")).unwrap();
    let (mut timers, mut count) = (Timers::default(), [0, 0, 0]); // holds, fails, is declined
    for line in text.lines() {
        let part: Vec<&str> = line.split('"').collect(); // NAME is 3, PROMISE 7, WORDS 11, and from 15 on LINE, ANSWER...
        let mut verdict = if part[11].split_whitespace().all(|word| CAN.contains(&word)) { 0 } else { 2 };
        for i in (15..part.len() - 2).step_by(4) {
            let got = if verdict == 0 { timers.answer(part[i]) } else { break };
            if got != part[i + 2] {
                println!("FAILED {} shows {}: {} -> {got} and not {}", part[3], part[7], part[i], part[i + 2]);
                verdict = 1;
            }
        }
        count[verdict] += 1;
    }
    println!("{} hold, {} fail, {} declined", count[0], count[1], count[2]);
    std::process::exit((count[1] > 0 || count[0] == 0) as i32);
}
