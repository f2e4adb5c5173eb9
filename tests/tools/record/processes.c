/* SPDX-License-Identifier: MIT-0 */
/* processes MODE: arms timers, and ends, starts or becomes another process while they are
   armed. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, TURNS = 20000 };

static void *arm(int times) {
    const int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    const struct itimerspec t = {{0, 0}, {1000, 0}};

    for (int i = 0; i < times; i++)
        timerfd_settime(fd, 0, &t, NULL);
    return NULL;
}

static void *arm_often(void *arg) {
    (void)arg;
    return arm(TURNS);
}

static void run_threads(void) {
    pthread_t thread[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, arm_often, NULL) != 0)
            exit(1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

/* The child arms three times, after the parent's first. */
static void run_fork(void) {
    pid_t child;

    arm(1);
    child = fork();
    if (child == 0) {
        arm(3);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    arm(1);
}

/* A timer, two waits that time out, and the timer once more. */
static void run_both(void) {
    const int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    const struct itimerspec t = {{0, 0}, {1000, 0}};

    timerfd_settime(fd, 0, &t, NULL);
    timerfd_settime(fd, 0, &t, NULL);
    poll(NULL, 0, 1);
    poll(NULL, 0, 1);
    timerfd_settime(fd, 0, &t, NULL);
}

/* Waits for the signal that ends it. */
static void run_server(void) {
    arm(2);
    puts("ready");
    fflush(stdout);
    for (;;)
        pause();
}

/* Goes on in a child that has no parent, until a signal ends it or 20 s are over. */
static void run_background(void) {
    if (fork() != 0)
        _exit(0);
    setsid();
    arm(2);
    if (freopen("background.pid", "w", stdout) != NULL)
        printf("%d\n", (int)getpid());
    fclose(stdout);
    sleep(20);
}

int main(int argc, char **argv) {
    const char *mode = argc == 2 ? argv[1] : "";
    int times = 0;

    if (strcmp(mode, "threads") == 0) {
        run_threads();
    } else if (strcmp(mode, "fork") == 0) {
        run_fork();
    } else if (strcmp(mode, "both") == 0) {
        run_both();
    } else if (strcmp(mode, "server") == 0) {
        run_server();
    } else if (strcmp(mode, "background") == 0) {
        run_background();
    } else if (strcmp(mode, "exec") == 0) {
        arm(2);
        execl(argv[0], argv[0], "exit", (char *)NULL);
    } else if (strcmp(mode, "exit") == 0) {
        arm(2);
        _exit(7);
    } else if (strcmp(mode, "crash") == 0) {
        arm(2);
        abort();
    } else if (strcmp(mode, "interrupt") == 0) {
        arm(2);
        raise(SIGINT);
    } else if (strcmp(mode, "read") == 0 && scanf("%d", &times) == 1) {
        arm(times);
    }
    return strcmp(mode, "none") != 0;
}
