// SPDX-License-Identifier: MIT-0
// runner FILE: plays vectors to the timers of timers.rs. Put yours in place of that file.
mod timers;

/// Of a line, split at its quotes: 0 it holds, 1 it fails, 2 it is declined. The name is part 3,
/// the promise 7, the levels are 11, and operations begin at 15.
fn verdict(part: &[&str], timers: &mut timers::Timers) -> usize {
    if !part[11]
        .split(' ')
        .all(|level| timers::CAN.contains(&level))
    {
        return 2;
    }
    for run in part[15..].chunks_exact(4) {
        let got = timers.answer(run[0]);
        if got != run[2] {
            print!("FAILED {} shows {}: ", part[3], part[7]);
            println!("{} -> {got} and not {}", run[0], run[2]);
            return 1;
        }
    }
    0
}

fn main() {
    let path = std::env::args().nth(1).expect("FILE");
    let mut timers = timers::Timers::default();
    let mut count = [0, 0, 0];
    for line in std::fs::read_to_string(path).expect("a file").lines() {
        let part: Vec<&str> = line.split('"').collect();
        count[verdict(&part, &mut timers)] += 1;
    }
    let [holds, fails, declined] = count;
    println!("{holds} hold, {fails} fail, {declined} declined");
    std::process::exit((fails > 0 || holds == 0) as i32);
}
