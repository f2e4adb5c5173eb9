/* timer_wheel_next() of bigcode goes from bucket to bucket in steps of bucket_size, from the
   time that timer_wheel_create() was given. If that is no multiple of bucket_size, the bucket
   of `now` may be left out, until another call. Prints whether an entry comes at its
   deadline, 4, and then again.
       cc -I bigcode/modules/timer_wheel/module/inc -I bigcode/modules/AIM/module/inc \
           bigcode_late.c timer_wheel.c -o bigcode_late */
#include <stdio.h>
#include <timer_wheel/timer_wheel.h>

int main(void) {
    timer_wheel_t *wheel = timer_wheel_create(16, 4, 1);
    timer_wheel_entry_t entry;

    timer_wheel_insert(wheel, &entry, 4);
    printf("at 4: %s\n", timer_wheel_next(wheel, 4) ? "expired" : "nothing");
    printf("at 4 again: %s\n", timer_wheel_next(wheel, 4) ? "expired" : "nothing");
    return 0;
}
