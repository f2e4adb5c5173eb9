/* SPDX-License-Identifier: MIT-0 */
/* A queue of objects in an order of their own: heap4, rbtree or skiplist. Keys repeat. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

#include "structure.h"

struct object {
    int key;
    struct tw_node node;
};

static bool before(const struct object *a, const struct object *b) { return a->key < b->key; }
#if defined(WALK)
#if defined(TREE)
TW_RBTREE_OF(queue, struct object, node, before)
#else
TW_SKIPLIST_OF(queue, struct object, node, before)
#endif
#else
TW_HEAP4_OF(queue, struct object, node, before)
#endif

enum { MOST = 9000 };
static struct queue *queue;
static struct object *object;
static size_t objects;
static uint64_t keys;

static size_t at(const struct object *o) { return o ? (size_t)(o - object) + 1 : 0; }

static struct object *any(void) { return &object[below(objects)]; }

#if defined(WALK)
static void neighbours(void) {
    const struct object *o = any();
    struct object key;

    if (o->node.home)
        answer(at(queue_before(queue, o))), answer(at(queue_after(queue, o)));
    answer(at(queue_first(queue))), answer(at(queue_last(queue)));
    key.key = (int)below(keys);
    answer(at(queue_lower_bound(queue, &key)));
}
#else
static void neighbours(void) { answer(queue_capacity(queue)); }
#endif

static void walk(void) {
    const struct object *o = NULL;
    uint64_t sum = 0;

    while ((o = queue_each(queue, o)) != NULL)
        sum += at(o) * 0x9E3779B97F4A7C15u;
    answer(sum), answer(queue_count(queue));
}

static void act(void) {
    struct object *o = any();

    switch (draw() % 8) {
    case 0:
        answer(queue_cancel(queue, o));
        break;
    case 1:
        o->key = (int)below(keys);
        answer(queue_update(queue, o));
        break;
    case 2:
        answer(at(queue_peek(queue)));
        break;
    case 3:
    case 4:
        answer(at(queue_pop(queue)));
        break;
    case 5:
        neighbours();
        break;
    case 6:
        if (one_in(30))
            queue_clear(queue);
        else if (one_in(10))
            walk();
        break;
    default:
        if (!o->node.home)
            o->key = (int)below(keys);
        answer(queue_add(queue, o));
    }
    if (one_in(objects > 64 ? 200 : 2))
        answer_text(queue_check(queue));
}

static void play(void) {
    static const size_t most[] = {2, 4, 12, 45, 60, 400, 1500, MOST};
    const int fill = one_in(2) ? 0xA5 : 0;
    const bool climbing = one_in(2);
    size_t i, acts, capacity;
    struct object *o;
    void *room;

    objects = 1 + below(most[draw() % 8]);
    capacity = one_in(4) ? 1 + below(objects) : objects;
    keys = one_in(2) ? 1 + below(objects) : 1000000;
    queue = (struct queue *)filled(sizeof *queue, fill);
    object = (struct object *)filled(objects * sizeof *object, fill);
    room = filled(OF_STRUCTURE(_ops).bytes(capacity), fill);
    queue_init(queue, 0, OF_STRUCTURE(_ops).bytes(9) ? room : NULL, capacity);
    for (i = 0; i < objects; i++) {
        tw_node_init(&object[i].node, NULL);
        object[i].key = (int)(climbing ? i * keys / objects : below(keys));
        if (one_in(3) || objects > 40)
            answer(queue_add(queue, &object[i]));
    }
    acts = 20 + below(objects < 100 ? 600 : objects);
    for (i = 0; i < acts; i++)
        act();
    while ((o = queue_pop(queue)) != NULL)
        answer(at(o));
    free(room), free(object), free(queue);
}

int main(int argc, char **argv) {
    printf("room %lu\n", (unsigned long)sizeof(struct queue));
    return search(argc, argv);
}
