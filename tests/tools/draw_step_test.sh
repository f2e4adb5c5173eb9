#!/bin/sh
# SPDX-License-Identifier: MIT-0
# draw_step_test.sh DRAW WORKDIR - tw_draw's step: one event at a time, at the tick at which advance lets it happen.
set -u
. "$(dirname "$0")/draw_session.sh"

session hwheel <<'END'
# step: the timers of two slots move down, from level 2 by level 1; what is due when its block begins fires after that
> arm 1 0x50 2 0x55 3 0x50 4 0x123 5 0x12f 6 0x7005
> step
  cascade 1@0x0050: level 1 slot 5 -> level 0 slot 0
  cascade 2@0x0055: level 1 slot 5 -> level 0 slot 5
  cascade 3@0x0050: level 1 slot 5 -> level 0 slot 0
  now at 0x0050
> draw
  hwheel at 0x0050, 6 armed
  position 0x0050
  slot     0123456789abcdef
  level 3  ^......#........
  level 2  ^#..............
  level 1  .....^..........
  level 0  X....#..........
  level 0 slot 0  1@0x0050  3@0x0050
  level 0 slot 5  2@0x0055
  level 2 slot 1  0x0100 .. 0x01ff:  4@0x0123  5@0x012f
  level 3 slot 7  0x7000 .. 0x7fff:  6@0x7005
  earliest        1@0x0050
> step
  at 0x0050 fires 1@0x0050
> step
  at 0x0050 fires 3@0x0050
> step
  at 0x0055 fires 2@0x0055
> step
  cascade 4@0x0123: level 2 slot 1 -> level 1 slot 2
  cascade 5@0x012f: level 2 slot 1 -> level 1 slot 2
  now at 0x0100
> step
  cascade 4@0x0123: level 1 slot 2 -> level 0 slot 3
  cascade 5@0x012f: level 1 slot 2 -> level 0 slot f
  now at 0x0120
> step
  at 0x0123 fires 4@0x0123
> step
  at 0x012f fires 5@0x012f
# one timer alone fires from where it is
> step
  at 0x7005 fires 6@0x7005
> step
  nothing is armed
END

session wheel <<'END'
# a look at a slot is a step; a bound that nothing is left at is none
> arm 1 5 2 21 3 38 4 37
> cancel 1
> step
  passed by 2@21: a later round
  passed by 4@37: a later round
  now at 5
> draw
  wheel at 5, 3 armed
  slot     0123456789abcdef
  map      .....X#.........
  position 21
  slot 5   least 21:  2@21  4@37 +1
  slot 6   least 38:  3@38 +1
> cancel 2
> step
  passed by 4@37: a later round
  now at 21
> step
  at 37 fires 4@37
END

session rbtree <<'END'
# passed ones first, one a step, then what is ahead; the clock does not move before all of a tick have fired
> advance 10
> arm 1 12 2 3 3 12 4 10
> step
  at 10 fires 2@3
> step
  at 10 fires 4@10
> step
  at 12 fires 1@12
> next
  next is 12
> arm 5 11
> step
  at 12 fires 3@12
> step
  at 12 fires 5@11
> step
  nothing is armed
END

echo "draw_step_test: $checks checks passed"
