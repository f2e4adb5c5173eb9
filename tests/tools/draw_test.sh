#!/bin/sh
# SPDX-License-Identifier: MIT-0
# draw_test.sh DRAW WORKDIR - tw_draw's whole output for each structure, as it was printed and read through once; and every
# kind of bad input.
set -u
. "$(dirname "$0")/draw_session.sh"

# ----------------------------------------------------------------------------------------------------------- SESSIONS

session heap4 <<'END'
> draw
  heap4 at 0, 0 armed
# the ninth goes up two levels, and what was above it comes down
> arm 0 10 1 20 2 30 3 40 4 50 5 60 6 70 7 80
> count
  7 compared, 8 written
> arm 8 5
> count
  6 compared, 3 written
> draw
  heap4 at 0, 9 armed
                          8@5
              .------------'-.-----.-----.
            0@10           2@30  3@40  4@50
     .-----.--'--.-----.
   5@60  6@70  7@80  1@20
  cell  3 |  8@5 #8  |
  cell  4 | 0@10 #0  | 2@30 #2  | 3@40 #3  | 4@50 #4  |
  cell  8 | 5@60 #5  | 6@70 #6  | 7@80 #7  | 1@20 #1  |

# the last takes the place of 6@70, and goes no further
> cancel 6 6
  6 was idle
# later than its children: the least of them comes up
> arm 0 65
> draw
  heap4 at 0, 8 armed
                      8@5
           .-----------+-----.-----.
         1@20        2@30  3@40  4@50
     .-----+-----.
   5@60  0@65  7@80
  cell  3 |  8@5 #8  |
  cell  4 | 1@20 #1  | 2@30 #2  | 3@40 #3  | 4@50 #4  |
  cell  8 | 5@60 #5  | 0@65 #9  | 7@80 #7  |
# passed already: it does not enter the heap
> advance 4
> arm 9 3
> next
  next is 4
> draw
  heap4 at 4, 9 armed
                      8@5
           .-----------+-----.-----.
         1@20        2@30  3@40  4@50
     .-----+-----.
   5@60  0@65  7@80
  cell  3 |  8@5 #8  |
  cell  4 | 1@20 #1  | 2@30 #2  | 3@40 #3  | 4@50 #4  |
  cell  8 | 5@60 #5  | 0@65 #9  | 7@80 #7  |
  due list  9@3
> advance 30
  at 30 fires 9@3
  at 30 fires 8@5
  at 30 fires 1@20
  at 30 fires 2@30
> advance 29
  refused: the clock never goes back
> next
  next is 40
> arm 10 90 11 90 12 90 13 90 14 90 15 90 16 90 17 90 18 90 19 90 20 90 21 90 22 90 23 90 24 90 25 90 26 90 27 90
  26 is refused: the array is full
  27 is refused: the array is full
> quit
END

session rbtree <<'END'
# one comparison to the end
> arm 1 10
> count
  0 compared, 1 written
> arm 2 20
> count
  1 compared, 1 written
> arm 3 30
> draw
  rbtree at 0, 3 armed
       B 2@20
      .---'---.
   r 1@10  r 3@30
# a red uncle: colours change; the root turns black again
> arm 4 40
> draw
  rbtree at 0, 4 armed
       B 2@20
      .---'---.
   B 1@10  B 3@30
              '---.
               r 4@40
> next
  next is 10
> cancel 1 7
  7 was idle
> draw
  rbtree at 0, 3 armed
       B 3@30
      .---'---.
   B 2@20  B 4@40
> advance 35
  at 35 fires 2@20
  at 35 fires 3@30
> draw
  rbtree at 35, 1 armed
   B 4@40
> cancel 4
> draw
  rbtree at 35, 0 armed
> next
  nothing is armed
END

session skiplist <<'END'
# twelve armings in order, each behind the last; the dice give one of them a tower
> arm 1 10 2 20 3 30 4 40 5 50 6 60 7 70 8 80 9 90 10 100 11 110 12 120
> draw
  skiplist at 0, 12 armed
  lane 1   [ ]
  lane 0   [ ] ---> 1@10
  base              1@10 ---- 2@20 ---- 3@30 ---- 4@40 ---- 5@50 ---- 6@60 ---- 7@70 ---- 8@80 ---- 9@90 -- 10@100 -- 11@110 -- 12@120
  array    13 levels: 2 heads, 1 in towers, 10 free
> arm 13 45 14 45 9 15
> draw
  skiplist at 0, 14 armed
  lane 1   [ ] -------------> 9@15
  lane 0   [ ] ---> 1@10 ---> 9@15
  base              1@10 ---- 9@15 ---- 2@20 ---- 3@30 ---- 4@40 --- 13@45 --- 14@45 ---- 5@50 ---- 6@60 ---- 7@70 ---- 8@80 -- 10@100 -- 11@110 -- 12@120
  array    13 levels: 2 heads, 3 in towers, 8 free
> cancel 3
> advance 45
  at 45 fires 1@10
  at 45 fires 9@15
  at 45 fires 2@20
  at 45 fires 4@40
  at 45 fires 13@45
  at 45 fires 14@45
> draw
  skiplist at 45, 7 armed
  lane 1   [ ]
  lane 0   [ ]
  base              5@50 ---- 6@60 ---- 7@70 ---- 8@80 -- 10@100 -- 11@110 -- 12@120
  array    13 levels: 2 heads, 0 in towers, 11 free
END

session sortedlist <<'END'
# equal ones in arming order
> arm 1 10 2 5 3 10 0 7
> draw
  sortedlist at 0, 4 armed
  base             2@5 --- 0@7 -- 1@10 -- 3@10
> advance 10
  at 10 fires 2@5
  at 10 fires 0@7
  at 10 fires 1@10
  at 10 fires 3@10
> draw
  sortedlist at 10, 0 armed
  base
END

session wheel <<'END'
> arm 1 5 2 21 3 6 4 38 5 5
> draw
  wheel at 0, 5 armed
  slot     0123456789abcdef
  map      .....X#.........
  position 5
  slot 5   least 5:  1@5  2@21 +1  5@5
  slot 6   least 6:  3@6  4@38 +2
> cancel 1
> next
  passed by 2@21: a later round
  next is 5
> draw
  wheel at 0, 4 armed
  slot     0123456789abcdef
  map      .....X#.........
  position 5
  slot 5   least 5:  2@21 +1  5@5
  slot 6   least 6:  3@6  4@38 +2
> advance 5
  at 5 fires 5@5
> draw
  wheel at 5, 3 armed
  slot     0123456789abcdef
  map      .....#X.........
  position 6
  slot 5   least 21:  2@21
  slot 6   least 6:  3@6  4@38 +2
> advance 6
  at 6 fires 3@6
  passed by 4@38: a later round
> next
  next is 21
> draw
  wheel at 6, 2 armed
  slot     0123456789abcdef
  map      .....X#.........
  position 21
  slot 5   least 21:  2@21
  slot 6   least 38:  4@38 +1
END

session hwheel <<'END'
> advance 0x1a37
> arm 1 0x1a3c 2 0x1a52 3 0x4000 4 0x12345 5 0x1a5e 6 0x1a52
> draw
  hwheel at 0x1a37, 6 armed
  position 0x1a37
  slot     0123456789abcdef
  level 3  .^..#...........
  level 2  ..........^.....
  level 1  ...^.#..........
  level 0  .......^....#...
  level 0 slot c  1@0x1a3c
  level 1 slot 5  0x1a50 .. 0x1a5f:  2@0x1a52  5@0x1a5e  6@0x1a52
  level 3 slot 4  0x4000 .. 0x4fff:  3@0x4000
  overflow        4@0x12345
  earliest        1@0x1a3c
> advance 0x1a50
  at 0x1a50 fires 1@0x1a3c
  cascade 2@0x1a52: level 1 slot 5 -> level 0 slot 2
  cascade 5@0x1a5e: level 1 slot 5 -> level 0 slot e
  cascade 6@0x1a52: level 1 slot 5 -> level 0 slot 2
> draw
  hwheel at 0x1a50, 5 armed
  position 0x1a50
  slot     0123456789abcdef
  level 3  .^..#...........
  level 2  ..........^.....
  level 1  .....^..........
  level 0  ^.#...........#.
  level 0 slot 2  2@0x1a52  6@0x1a52
  level 0 slot e  5@0x1a5e
  level 3 slot 4  0x4000 .. 0x4fff:  3@0x4000
  overflow        4@0x12345
  earliest        2@0x1a52
> cancel 2
> next
  next is 0x1a52
> advance 0x1a52
  at 0x1a52 fires 6@0x1a52
> advance 0x12345
  at 0x12345 fires 5@0x1a5e
  at 0x12345 fires 3@0x4000
  at 0x12345 fires 4@0x12345
> draw
  hwheel at 0x12345, 0 armed
  position 0x12345
  slot     0123456789abcdef
  level 3  ..^.............
  level 2  ...^............
  level 1  ....^...........
  level 0  .....^..........
  earliest        none
END

# Spaces, tabs, line ends of two bytes, a comment behind a command, 0x, the largest tick, and a last line without end.
printf '\n  arm\t1 0xa \r\n#\r\narm 2 18446744073709551615 # far\n next' >b.draw
"$draw" --structure wheel b.draw >out || fail "b.draw: status $?"
printf '%s\n' '' '>   arm	1 0xa' '#' '> arm 2 18446744073709551615 # far' '>  next' '  next is 10' >wanted
diff wanted out || fail "b.draw prints something else"

# ------------------------------------------------------------------------------------------------------------ BAD INPUT

# broken LINE MESSAGE TEXT: TEXT, with its backslashes, is refused with b.draw:LINE: MESSAGE, and ends there.
broken() {
    printf %b "$3" >b.draw
    complains "b.draw:$1: $2" b.draw
    ! grep -q 'next is' out || fail "$2: goes on"
}

broken 1 "unknown command 'fire'; help lists them" 'fire\nnext\n'
broken 1 "unknown command 'ARM'; help lists them" 'ARM 1 2\n'
broken 3 'ID is missing' '# x\n\narm\n'
broken 1 'ID is missing' 'cancel # 1\n'
broken 1 'DUE is missing' 'arm 1\nnext\n'
broken 2 'DUE is missing' 'arm 1 5\narm 2 6 3\nnext\n'
broken 1 'TICK is missing' 'advance\n'
broken 1 "ID is not a number: '-1'" 'cancel -1\n'
broken 1 "ID is not a number: 'a'" 'cancel a\n'
broken 1 "ID is above 99: '100'" 'arm 100 1\n'
broken 1 "ID is above 99: '18446744073709551616'" 'cancel 18446744073709551616\n'
broken 1 "DUE is not a number: '0x'" 'arm 1 0x\n'
broken 1 "DUE is not a number: '0xg'" 'arm 1 0xg\n'
broken 1 "DUE is not a number: '1.5'" 'arm 1 1.5\n'
broken 1 "DUE is above 18446744073709551615: '18446744073709551616'" 'arm 1 18446744073709551616\n'
broken 1 "TICK is above 18446744073709551615: '0x10000000000000000'" 'advance 0x10000000000000000\n'
broken 1 "extra field '5'" 'advance 4 5\n'
broken 1 "extra field '5'" 'next 5\n'
broken 2 'byte 1 is not text' 'arm 1 2\nnext\001\n'
broken 1 'byte 0 is not text' 'next\0000\n'
broken 1 'line is longer than 1023 bytes' "$(printf '#%1023s' '')\nnext\n"
printf '#%1022s\n' '' >b.draw
"$draw" b.draw >out 2>err || fail "the longest line is refused: $(cat err)"

mkdir d
complains 'd:1: cannot be read: Is a directory' d
complains 'absent:1: cannot be read: No such file or directory' absent
complains "tw_draw: unknown structure 'heap'; see tw_draw --help" --structure heap
complains 'tw_draw: --structure needs a name; see tw_draw --help' --structure
complains "tw_draw: unknown option '-x'; see tw_draw --help" -x
complains 'tw_draw: more than one FILE; see tw_draw --help' b.draw b.draw

# --------------------------------------------------------------------------------------------------------------- HELP

"$draw" --structure wheel --help >out || fail "--help: status $?"
head -n 1 out | grep -q '^usage: tw_draw .*FILE' || fail "--help shows no usage"
for word in --structure --help arm cancel advance step next undo seed tower draw check count help heap4 rbtree skiplist sortedlist wheel hwheel; do
    grep -q -e "^  $word" out || fail "--help does not explain $word"
done
echo help | "$draw" | sed 1d >help
test -s help || fail "help prints nothing"
grep -Fxf help out | cmp -s - help || fail "help and --help differ"

if [ -c /dev/full ]; then
    echo help | "$draw" >/dev/full 2>err && fail "a full disk goes unnoticed"
    [ "$(cat err)" = "tw_draw: the output cannot be written" ] || fail "a full disk: says '$(cat err)'"
fi

echo "draw_test: $checks checks passed"
