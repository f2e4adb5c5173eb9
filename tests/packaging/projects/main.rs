// SPDX-License-Identifier: MIT-0
use tw::{Set, Structure};

fn main() {
    let set = Set::new(Structure::Hwheel, 0); // a clock of yours, here at tick 0
    let timer = Box::pin(set.timer("the tea"));

    timer.as_ref().arm(9).unwrap();
    timer.as_ref().arm(5).unwrap(); // moves it
    assert_eq!(set.expire(4), None);
    while let Some((due, _)) = set.expire(set.next().unwrap_or(5)) {
        println!("fired at tick {due}");
    }
}
