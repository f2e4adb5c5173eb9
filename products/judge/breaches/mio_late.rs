// Timer::poll() of mio-extras 2.0.5 moves its wheel on by a tick with each call, also while the clock stands still. A timeout
// that is set behind the wheel goes to the wheel's next tick, and its clock has to come there first. Prints how long a timeout
// of 100 ms takes after 20 calls.
// Cargo.toml: mio = "0.6", mio-extras = "2"
use mio::{Events, Poll, PollOpt, Ready, Token};
use mio_extras::timer::Timer;
use std::time::{Duration, Instant};

fn main() {
    let (poll, mut events) = (Poll::new().unwrap(), Events::with_capacity(1));
    let mut timer: Timer<()> = Timer::default();
    poll.register(&timer, Token(0), Ready::readable(), PollOpt::edge()).unwrap();
    for _ in 0..20 {
        timer.poll();
    }
    let start = Instant::now();
    timer.set_timeout(Duration::from_millis(100), ());
    poll.poll(&mut events, None).unwrap();
    println!("100 ms took more than a second: {}", start.elapsed() > Duration::from_secs(1));
}
