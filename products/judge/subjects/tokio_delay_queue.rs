// SPDX-License-Identifier: MIT-0
// tokio-util's DelayQueue on tokio's paused clock, a tick a millisecond. Its documentation counts whole milliseconds from a
// start that we cannot choose, which is up to a tick late here, and ends at 2^36 - 1 ms ahead.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{advance, pause, Instant};
use tokio_util::time::{delay_queue::Key, DelayQueue};

struct Timers {
    queue: DelayQueue<u64>,
    keys: HashMap<u64, Key>,
    zero: Instant, // when tick 0 was, moved on by `began`
    began: u64,
    now: u64,
}

impl Timers {
    fn new(now: u64) -> Timers {
        Timers { queue: DelayQueue::new(), keys: HashMap::new(), zero: Instant::now(), began: now, now }
    }

    fn at(&self, due: u64) -> Instant {
        self.zero + Duration::from_millis(due.saturating_sub(self.began))
    }

    async fn advance(&mut self, now: u64) -> String {
        let mut fired = "fired".to_string();
        advance(Duration::from_millis(now - self.now)).await;
        self.now = now;
        let waker = futures_util::task::noop_waker();
        while let Poll::Ready(Some(expired)) = self.queue.poll_expired(&mut Context::from_waker(&waker)) {
            let id = expired.into_inner();
            self.keys.remove(&id);
            fired += &format!(" {id}");
        }
        fired
    }

    async fn answer(&mut self, verb: &str, a: u64, b: u64) -> String {
        match verb {
            "init" => *self = Timers::new(a),
            "add" => {
                self.keys.insert(a, self.queue.insert_at(a, self.at(b)));
            }
            "move" => self.queue.reset_at(&self.keys[&a], self.at(b)),
            "cancel" => match self.keys.remove(&a) {
                Some(key) => drop(self.queue.remove(&key)),
                None => return "no".to_string(),
            },
            _ => return self.advance(a).await,
        }
        "ok".to_string()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    pause();
    let mut timers = Timers::new(0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or("");
        let mut number = || words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
        let (a, b) = (number(), number());
        let answer = match verb {
            "hello" => format!("move late 1 top 60000000000 name tokio-util {}, DelayQueue", env!("TOKIO_UTIL")),
            _ => timers.answer(verb, a, b).await,
        };
        println!("{answer}");
        io::stdout().flush().unwrap();
    }
}
