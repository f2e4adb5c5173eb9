# Sourced by footprint_from_test.sh: a source that looks like FreeRTOS's timers to tools/footprint, written by `file NAME`.
file include/list.h <<'END'
typedef struct { UBaseType_t uxNumberOfItems; } List_t;
#define listLIST_IS_EMPTY(list) ((list)->uxNumberOfItems == 0)
END
file list.c <<'END'
#include "FreeRTOS.h"
List_t list;
END
file timers.c <<'END'
#include "FreeRTOS.h"
#include "queue.h"
typedef struct { void *words[10]; } Timer_t;
typedef struct { BaseType_t command; TickType_t ticks; } DaemonTaskMessage_t;
extern List_t list;
static List_t *const pxOverflowTimerList = &list;
static void prvProcessReceivedCommands(void) {
DaemonTaskMessage_t message;
while (xQueueReceive(NULL, &message, 0) != pdFAIL)
    list.uxNumberOfItems += message.command == tmrCOMMAND_CHANGE_PERIOD;
}
static TickType_t prvGetNextExpireTime(BaseType_t *none) {
*none = listLIST_IS_EMPTY(&list);
return xTaskGetTickCount();
}
static void prvProcessTimerOrBlockTask(TickType_t due, BaseType_t none) {
vQueueWaitForMessageRestricted(NULL, due, none);
}
TimerHandle_t xTimerCreateStatic(const char *name, TickType_t period, BaseType_t reload, void *id,
                             TimerCallbackFunction_t fn, StaticTimer_t *memory) { return memory; }
BaseType_t xTimerGenericCommand(TimerHandle_t t, BaseType_t command, TickType_t n, BaseType_t *woken, TickType_t wait) {
DaemonTaskMessage_t message = { command, n };
return xQueueSendToBack(NULL, &message, wait);
}
END
