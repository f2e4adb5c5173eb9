# shellcheck shell=sh disable=SC2034
# The part of `run` fails the goal. cvc5 finds values in seconds; a goal without an answer is none that fails.
seconds=300
# shellcheck source=/dev/null
. "$lists/kinds/proof.sh"
