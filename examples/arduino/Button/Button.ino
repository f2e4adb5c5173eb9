/* The light of a staircase: a press of the button at pin 2 switches it on for ten seconds, and another press begins
   them anew. The contacts of a button bounce, so each edge moves a timer, and the level counts when it fires. */
/* millis() has 32 bits. No comment in the line itself: the Arduino tools leave it in the macro. */
#define TW_TICK_BITS 32
#include <tw.h>

TW_TIMERS_OF(timers, heap4)

enum { BUTTON = 2, QUIET_MS = 20, LIGHT_MS = 10000 };

static struct timers set;
static TW_HEAP4_ARRAY(room, 2); /* for up to 2 timers */
static struct tw_node bounce, light;
static int level = HIGH; /* a button that is pressed pulls it low */

static void settled(struct tw_node *n, tw_tick now) {
    (void)n;
    if (level == HIGH)
        return;
    digitalWrite(LED_BUILTIN, HIGH);
    timers_add(&set, &light, now + LIGHT_MS); /* armed or not: it is moved */
}

static void go_dark(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    digitalWrite(LED_BUILTIN, LOW);
}

void setup() {
    pinMode(LED_BUILTIN, OUTPUT);
    pinMode(BUTTON, INPUT_PULLUP);
    timers_init(&set, millis(), room, 2);
    tw_node_init(&bounce, settled);
    tw_node_init(&light, go_dark);
}

void loop() {
    const tw_tick now = millis();
    const int seen = digitalRead(BUTTON);

    if (seen != level)
        timers_add(&set, &bounce, now + QUIET_MS);
    level = seen;
    timers_advance(&set, now);
}
