// SPDX-License-Identifier: MIT-0
// tokio's own timers on its paused clock: a task for each, which sleeps. A tick is a millisecond of tokio's clock, which
// rounds up to the next one.
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::rc::Rc;
use std::time::Duration;
use tokio::task::{spawn_local, yield_now, JoinHandle, LocalSet};
use tokio::time::{advance, pause, sleep_until, Instant};

struct Timers {
    armed: HashMap<u64, JoinHandle<()>>,
    fired: Rc<RefCell<Vec<u64>>>,
    zero: Instant, // when tick `began` was
    began: u64,
    now: u64,
}

impl Timers {
    fn new(now: u64) -> Timers {
        Timers { armed: HashMap::new(), fired: Default::default(), zero: Instant::now(), began: now, now }
    }

    fn stop(&mut self) {
        self.armed.drain().for_each(|(_, task)| task.abort());
    }

    async fn add(&mut self, id: u64, due: u64) {
        let (fired, at) = (self.fired.clone(), self.zero + Duration::from_millis(due - self.began));
        self.armed.insert(id, spawn_local(async move {
            sleep_until(at).await;
            fired.borrow_mut().push(id);
        }));
        yield_now().await; // the task begins to sleep
    }

    async fn advance(&mut self, now: u64) -> String {
        advance(Duration::from_millis(now - self.now)).await;
        self.now = now;
        for _ in 0..3 {
            yield_now().await;
        }
        let mut said = "fired".to_string();
        for id in self.fired.borrow_mut().drain(..) {
            self.armed.remove(&id);
            said += &format!(" {id}");
        }
        said
    }

    async fn answer(&mut self, verb: &str, a: u64, b: u64) -> String {
        match verb {
            "hello" => format!("unordered ahead late 1 top 60000000000 name tokio {}, sleep", env!("TOKIO")),
            "init" => {
                self.stop();
                *self = Timers::new(a);
                "ok".to_string()
            }
            "add" => {
                self.add(a, b).await;
                "ok".to_string()
            }
            "cancel" => match self.armed.remove(&a) {
                Some(task) => {
                    task.abort();
                    yield_now().await;
                    "ok".to_string()
                }
                None => "no".to_string(),
            },
            _ => self.advance(a).await,
        }
    }
}

async fn serve() {
    pause();
    let mut timers = Timers::new(0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or("");
        let mut number = || words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
        let (a, b) = (number(), number());
        println!("{}", timers.answer(verb, a, b).await);
        io::stdout().flush().unwrap();
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    LocalSet::new().run_until(serve()).await;
}
