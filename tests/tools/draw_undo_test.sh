#!/bin/sh
# SPDX-License-Identifier: MIT-0
# draw_undo_test.sh DRAW WORKDIR - tw_draw's undo, back to the beginning, and check.
set -u
. "$(dirname "$0")/draw_session.sh"

session heap4 <<'END'
> undo
  nothing to undo
> arm 1 10 2 20 3 30
# what changed nothing does not count: a question, a cancel of an idle timer, a count
> next
  next is 10
> cancel 9
  9 was idle
> count
  2 compared, 3 written
> undo
> count
  0 compared, 0 written
> draw
  heap4 at 0, 0 armed
> arm 1 10
> arm 2 5
> cancel 1
> advance 7
  at 7 fires 2@5
> undo
> undo
> draw
  heap4 at 0, 2 armed
    2@5
     |
   1@10
  cell  3 |  2@5 #1  |
  cell  4 | 1@10 #0  |
# a line is taken back as a whole; what is done then can be undone again
> arm 4 40 5 50
> undo
> arm 6 60
> undo
> count
  0 compared, 0 written
> draw
  heap4 at 0, 2 armed
    2@5
     |
   1@10
  cell  3 |  2@5 #1  |
  cell  4 | 1@10 #0  |
> undo
> undo
> undo
  nothing to undo
END

session wheel <<'END'
# here next moves the position, so that it can be undone
> arm 1 21 2 5
> cancel 2
> arm 3 7
> next
  passed by 1@21: a later round
  next is 7
> cancel 3
> next
  next is 21
> undo
> draw
  wheel at 0, 1 armed
  slot     0123456789abcdef
  map      .....#.^........
  position 7
  slot 5   least 21:  1@21
END

for structure in heap4 rbtree skiplist sortedlist wheel hwheel; do
    session $structure <<'END'
> check
  every invariant holds
> arm 1 10 2 5
> check
  every invariant holds
END
done

echo "draw_undo_test: $checks checks passed"
