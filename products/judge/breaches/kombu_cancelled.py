# cancel() of Kombu 5.2.4 marks an entry, which stays in the heap until its time comes. Prints how many entries the timer has
# after a thousand timeouts of an hour were armed and cancelled.
from kombu.asynchronous.timer import Timer

timer = Timer()
for _ in range(1000):
    timer.cancel(timer.call_after(3600, print))
print(len(timer), "entries")
