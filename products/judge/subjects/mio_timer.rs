// SPDX-License-Identifier: MIT-0
// The hashed wheel of mio-extras, with its tick of 100 ms unless another number of milliseconds is the argument, on a clock
// of ours: its clock_gettime() is this program's.
use mio_extras::timer::{Builder, Timeout, Timer};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

const BASE: u64 = 1000000;
static CLOCK: AtomicU64 = AtomicU64::new(BASE); // milliseconds

#[no_mangle]
pub extern "C" fn clock_gettime(_which: i32, time: &mut [i64; 2]) -> i32 {
    let now = CLOCK.load(Relaxed);
    *time = [(now / 1000) as i64, (now % 1000 * 1000000) as i64];
    0
}

fn main() {
    let tick: u64 = std::env::args().nth(1).map_or(100, |a| a.parse().unwrap());
    let made = || -> Timer<u64> { Builder::default().tick_duration(Duration::from_millis(tick)).build() };
    let (mut timer, mut armed, mut now): (_, HashMap<u64, Timeout>, u64) = (made(), HashMap::new(), 0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or("");
        let mut number = || words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
        let (a, b): (u64, u64) = (number(), number());
        let mut said = "ok".to_string();
        match verb {
            "hello" => said = format!("ahead unordered late {} top 10000000 name mio-extras {}, Timer with ticks of {tick} ms",
                                      2 * tick, env!("MIO_EXTRAS")),
            "init" => {
                now = a;
                CLOCK.store(BASE + now, Relaxed);
                (timer, armed) = (made(), HashMap::new());
            }
            "add" => drop(armed.insert(a, timer.set_timeout(Duration::from_millis(b - now), a))),
            "cancel" => match armed.remove(&a) {
                Some(timeout) => drop(timer.cancel_timeout(&timeout)),
                None => said = "no".to_string(),
            },
            _ => {
                now = a;
                CLOCK.store(BASE + now, Relaxed);
                said = "fired".to_string();
                while let Some(id) = timer.poll() {
                    armed.remove(&id);
                    said += &format!(" {id}");
                }
            }
        }
        println!("{said}");
        io::stdout().flush().unwrap();
    }
}
