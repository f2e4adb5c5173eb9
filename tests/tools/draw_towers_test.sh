#!/bin/sh
# SPDX-License-Identifier: MIT-0
# draw_towers_test.sh DRAW WORKDIR - tw_draw's seed and tower, for pictures of skip lists.
set -u
. "$(dirname "$0")/draw_session.sh"

# refused MESSAGE STRUCTURE TEXT: of the lines in TEXT, parted by semicolons, the last is refused with this message.
refused() {
    printf '%s\n' "$3" | tr ';' '\n' >b.draw
    complains "b.draw:$(wc -l <b.draw | tr -d ' '): $1" --structure "$2" b.draw
}

session skiplist <<'END'
# other dice, other towers; a new list begins with 0
> arm 1 10 2 20 3 30 4 40
> draw
  skiplist at 0, 4 armed
  lane 1   [ ]
  lane 0   [ ] -> 1@10
  base            1@10 -- 2@20 -- 3@30 -- 4@40
  array    13 levels: 2 heads, 1 in towers, 10 free
> undo
> seed 9
> arm 1 10 2 20 3 30 4 40
> draw
  skiplist at 0, 4 armed
  lane 1   [ ] -------------------------> 4@40
  lane 0   [ ] -> 1@10 -> 2@20 ---------> 4@40
  base            1@10 -- 2@20 -- 3@30 -- 4@40
  array    13 levels: 2 heads, 4 in towers, 7 free
> undo
> undo
> seed 9
> arm 1 10
> tower 1 0
> arm 2 20 3 30 4 40
> draw
  skiplist at 0, 4 armed
  lane 1   [ ] -------------------------> 4@40
  lane 0   [ ] ---------> 2@20 ---------> 4@40
  base            1@10 -- 2@20 -- 3@30 -- 4@40
  array    13 levels: 2 heads, 3 in towers, 8 free
> undo
> seed 0
> arm 1 10 2 20 3 30 4 40
> draw
  skiplist at 0, 4 armed
  lane 1   [ ]
  lane 0   [ ] -> 1@10
  base            1@10 -- 2@20 -- 3@30 -- 4@40
  array    13 levels: 2 heads, 1 in towers, 10 free
END

refused 'N is missing' skiplist 'seed'
refused "N is above 4294967295: '4294967296'" skiplist 'seed 4294967295;seed 4294967296'
refused 'seed is for a skiplist, not for sortedlist' sortedlist 'seed 1'

session skiplist <<'END'
> arm 1 10 2 20 3 30 4 30 5 30 6 40
> tower 1 0
> tower 2 1
# equals keep their order, and the others their towers
> tower 4 2
> tower 3 1
> draw
  skiplist at 0, 6 armed
  lane 1   [ ] -------------------------> 4@30
  lane 0   [ ] ---------> 2@20 -> 3@30 -> 4@30
  base            1@10 -- 2@20 -- 3@30 -- 4@30 -- 5@30 -- 6@40
  array    13 levels: 2 heads, 4 in towers, 7 free
# neither counts nor dice notice
> count
  5 compared, 7 written
> tower 4 0
> tower 6 2
> count
  0 compared, 0 written
> undo
> undo
> draw
  skiplist at 0, 6 armed
  lane 1   [ ] -------------------------> 4@30
  lane 0   [ ] ---------> 2@20 -> 3@30 -> 4@30
  base            1@10 -- 2@20 -- 3@30 -- 4@30 -- 5@30 -- 6@40
  array    13 levels: 2 heads, 4 in towers, 7 free
> check
  every invariant holds
END

refused 'HEIGHT is missing' skiplist 'arm 1 10;tower 1'
refused "HEIGHT is above 2: '3'" skiplist 'arm 1 10;tower 1 2;tower 1 3'
refused 'timer 2 does not wait in the list' skiplist 'arm 1 10;tower 2 1'
refused 'timer 1 does not wait in the list' skiplist 'advance 9;arm 1 9;tower 1 1'
refused 'tower is for a skiplist, not for heap4' heap4 'arm 1 10;tower 1 1'
# All 11 levels; to ask for what a timer has is no fault.
used='arm 1 1 2 2 3 3 4 4 5 5 6 6 7 7;tower 1 2;tower 2 2;tower 3 2;tower 4 2;tower 5 2;tower 6 1;tower 6 1'
refused '7@7 cannot have 1 levels: the array is used up' skiplist "$used;tower 7 1"

echo "draw_towers_test: $checks checks passed"
