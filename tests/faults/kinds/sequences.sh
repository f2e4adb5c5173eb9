# shellcheck shell=sh disable=SC2034
# A run of `sequences` finds values that show the fault. z3 needs seconds for a question.
seconds=60
# shellcheck source=/dev/null
. "$lists/kinds/proof.sh"
