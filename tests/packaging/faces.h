/* SPDX-License-Identifier: MIT-0 */
/* Typed faces of each structure, and what wrong_type_test.sh gives them. */
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "post.h"

enum rank { LOW, HIGH };
#ifdef __cplusplus
enum class level : unsigned char { low, high };
enum class grade : signed char { bad = -1, good = 1 };
#endif

struct job {
    int key;
    uint8_t tiny;
    int16_t small_int;
    uint16_t small;
    volatile int8_t shown;
    bool yes;
    enum rank rank;
    unsigned bits : 3;
#ifdef __cplusplus
    enum level level;
    enum grade grade;
    uint16_t few : 9;
#endif

    struct {
        unsigned char at[9];
    } wide;

    long long far;
    const char *name;
    double weight;
    struct tw_node node;
};

struct other {
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }
TW_HEAP4_OF(heap, struct job, node, job_before)
#if TW_TICK_BITS > 16 /* an int is no wider */
TW_HEAP4_BY(keyed, struct job, node, key)
static struct keyed a_keyed;
#endif
TW_RBTREE_OF(tree, struct job, node, job_before)
TW_SKIPLIST_OF(list, struct job, node, job_before)
TW_WHEEL_OF(ring, struct job, node)
TW_HWHEEL_OF(rings, struct job, node)
TW_TIMERS_OF(timers, heap4)
TW_POSTS_OF(timers)
static struct heap a_heap;
static struct tree a_tree;
static struct list a_list;
static struct ring a_ring;
static struct rings some_rings;
static struct timers a_set;
static struct tw_posts inbox;
static struct tw_post post;
static struct job job;
static struct other other;
static TW_HEAP4_ARRAY(room, 4);
static TW_WHEEL_ARRAY(slots, 4);
#define CHOSEN heap4
TW_TIMERS_OF(over_a_macro, CHOSEN)
static struct over_a_macro another_set;
