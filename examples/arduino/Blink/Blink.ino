/* The LED of the board blinks twice a second, and the serial line says so every ten seconds: two timers, no delay(). */
/* millis() has 32 bits. No comment in the line itself: the Arduino tools leave it in the macro. */
#define TW_TICK_BITS 32
#include <tw.h>

TW_TIMERS_OF(timers, heap4)

static struct timers set;
static TW_HEAP4_ARRAY(room, 2); /* for up to 2 timers */
static struct tw_node led, line;
static unsigned blinks;

static void toggle(struct tw_node *n, tw_tick now) {
    const int level = digitalRead(LED_BUILTIN) == LOW ? HIGH : LOW;

    (void)now;
    digitalWrite(LED_BUILTIN, level);
    blinks += level == HIGH;
    timers_add(&set, n, n->due + 250); /* from the deadline, not from now: no drift */
}

static void report(struct tw_node *n, tw_tick now) {
    (void)now;
    Serial.print(blinks);
    Serial.println(" blinks");
    timers_add(&set, n, n->due + 10000);
}

void setup() {
    const tw_tick now = millis();

    pinMode(LED_BUILTIN, OUTPUT);
    Serial.begin(9600);
    timers_init(&set, now, room, 2);
    tw_node_init(&led, toggle);
    tw_node_init(&line, report);
    timers_add(&set, &led, now + 250);
    timers_add(&set, &line, now + 10000);
}

void loop() { timers_advance(&set, millis()); }
