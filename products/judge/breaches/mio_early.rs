// Timer::poll() of mio-extras 2.0.5 moves its wheel on by a tick with each call, also while the clock stands still. So whoever
// polls in a loop gets each timeout early. Prints how many calls a timeout of an hour takes, where it should take an hour.
// Cargo.toml: mio-extras = "2"
use mio_extras::timer::Timer;
use std::time::{Duration, Instant};

fn main() {
    let mut timer: Timer<&str> = Timer::default();
    let start = Instant::now();
    timer.set_timeout(Duration::from_secs(3600), "an hour");
    for calls in 1.. {
        if let Some(what) = timer.poll() {
            println!("{what} came at call {calls}, early: {}", start.elapsed() < Duration::from_secs(3600));
            break;
        }
    }
}
