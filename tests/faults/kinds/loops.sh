# shellcheck shell=sh
# The scenario passes with the sound headers, and fails with the faulty ones.
# shellcheck source=/dev/null
. "$lists/kinds/scenario.sh"
