// SPDX-License-Identifier: MIT-0
// Rust's std BinaryHeap, as timers use it: Reverse((tick, number, id)), and entries that were cancelled stay until they
// come to the top. BTreeSet with the argument `btree`.
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::io::{self, BufRead, Write};

type Entry = (u64, u64, u32);

fn first(heap: &mut BinaryHeap<Reverse<Entry>>, set: &BTreeSet<Entry>, armed: &HashMap<u32, Entry>) -> Option<Entry> {
    while let Some(Reverse(e)) = heap.peek() {
        if armed.get(&e.2) == Some(e) {
            return Some(*e);
        }
        heap.pop();
    }
    set.iter().next().copied()
}

fn main() {
    let btree = std::env::args().nth(1).as_deref() == Some("btree");
    let (mut heap, mut set) = (BinaryHeap::new(), BTreeSet::new());
    let mut armed: HashMap<u32, Entry> = HashMap::new();
    let mut births = 0;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let w: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| w[i].parse::<u64>().unwrap();
        let answer = match w[0] {
            "hello" => format!("fifo next name Rust, std {}", if btree { "BTreeSet" } else { "BinaryHeap, lazy" }),
            "init" => {
                heap.clear();
                set.clear();
                armed.clear();
                "ok".to_string()
            }
            "add" => {
                births += 1;
                let e = (number(2), births, number(1) as u32);
                armed.insert(e.2, e);
                if btree { set.insert(e); } else { heap.push(Reverse(e)); }
                "ok".to_string()
            }
            "cancel" => match armed.remove(&(number(1) as u32)) {
                Some(e) => { set.remove(&e); "ok".to_string() }
                None => "no".to_string(),
            },
            "next" => first(&mut heap, &set, &armed).map_or("none".to_string(), |e| format!("next {}", e.0)),
            _ => {
                let mut fired = "fired".to_string();
                while let Some(e) = first(&mut heap, &set, &armed).filter(|e| e.0 <= number(1)) {
                    armed.remove(&e.2);
                    set.remove(&e);
                    fired += &format!(" {}", e.2);
                }
                fired
            }
        };
        println!("{answer}");
        io::stdout().flush().unwrap();
    }
}
