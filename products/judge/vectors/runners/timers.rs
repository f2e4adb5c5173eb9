// SPDX-License-Identifier: MIT-0
// Timers in a Vec, for runner.rs.

// The levels; a vector without any asks for "".
pub const CAN: [&str; 10] = [
    "", "order", "fifo", "passed", "move", "next", "now", "far", "wide", "top",
];

#[derive(Default)]
pub struct Timers {
    now: u64,
    queue: Vec<(u64, u64)>, // of each its tick and its id, in the order of their firing
}

impl Timers {
    /// The answer to a line.
    pub fn answer(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<u64>().unwrap();
        match words[0] {
            "init" => (self.now, self.queue) = (number(1), vec![]),
            "add" | "move" => self.arm(number(1), number(2).max(self.now)),
            "cancel" if !self.cancel(number(1)) => return "no".into(),
            "next" => {
                return self
                    .queue
                    .first()
                    .map_or("none".into(), |t| format!("next {}", t.0))
            }
            "advance" => return self.advance(number(1)),
            _ => {}
        }
        "ok".into()
    }

    fn cancel(&mut self, id: u64) -> bool {
        let before = self.queue.len();
        self.queue.retain(|t| t.1 != id);
        self.queue.len() < before
    }

    fn arm(&mut self, id: u64, due: u64) {
        self.cancel(id);
        let behind = self.queue.partition_point(|t| t.0 <= due);
        self.queue.insert(behind, (due, id));
    }

    fn advance(&mut self, now: u64) -> String {
        self.now = now;
        let fired = self
            .queue
            .drain(..self.queue.partition_point(|t| t.0 <= now));
        fired.fold("fired".into(), |said, t| format!("{said} {}", t.1))
    }
}
