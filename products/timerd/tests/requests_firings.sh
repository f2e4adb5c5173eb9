# shellcheck disable=SC2154 # least is given
# Sourced by requests_test.sh: the requests about firings.
echo "- firings"
try TAKE 1
try TAKE 1 BLOCK 1
try ARM b $least payload
try TAKE 10 BLOCK 60000
try GET b
try ARM b $least payload
try TAKE 10 BLOCK 300
try ACK b 999999999
try ACK c 1
try CANCEL b
try ARM c $least payload
row=$(raw t TAKE 1 BLOCK 60000)
same "ACK" 1 "$(raw t ACK c "$(echo "$row" | sed -n 2p)")"
same "ACK again" 0 "$(raw t ACK c "$(echo "$row" | sed -n 2p)")"
try ARM c $least payload
until_ stat_is t ready 1
try CANCEL c
try TAKE 1
try DEAD 1
echo "- given back, touched, buried, requeued"
try ARM d $least payload
for attempt in 1 2 3 4 5; do
    row=$(raw t TAKE 1 BLOCK 60000)
    same "attempt" $attempt "$(echo "$row" | sed -n 5p)"
    generation=$(echo "$row" | sed -n 2p)
    same "TOUCH" 1 "$(raw t TOUCH d "$generation")"
    same "REQUEUE of one that is not dead" 0 "$(raw t REQUEUE d "$generation")"
    same "NACK" 1 "$(raw t NACK d "$generation" DELAY 0)"
    same "TOUCH of one that nobody has" 0 "$(raw t TOUCH d "$generation")"
    same "NACK of one that nobody has" 0 "$(raw t NACK d "$generation")"
done
try DEAD 1
try DEAD 1 SKIP 0
try DEAD 1 SKIP 1
same "REQUEUE" 1 "$(raw t REQUEUE d "$generation")"
same "REQUEUE again" 0 "$(raw t REQUEUE d "$generation")"
try TAKE 1 BLOCK 60000
same "NACK for long" 1 "$(raw t NACK d "$generation" DELAY 9007199254740)"
same "delayed" "1 0" "$(stat t delayed) $(stat t leased)"
try ARM d $least payload
same "ACK of one that is put off" 1 "$(raw t ACK d "$generation")"
try CANCEL d
