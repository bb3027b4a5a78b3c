// Hostile bots in C, one for each mode in the first argument. All of them play Durak as `honest.py` does: they
// move their first card, never beat and never throw in.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *mode;
static long number;

static void *spin(void *unused) {
    for (volatile unsigned long n = 0;; n++) {}
    return unused;
}

static void *idle(void *unused) {
    for (;;) pause();
    return unused;
}

static void threads(long count, void *(*work)(void *)) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 32768);
    for (long n = 0; n < count; n++) {
        pthread_t thread;
        int error = pthread_create(&thread, &small, work, NULL);
        if (error) {
            fprintf(stderr, "thread %ld: %s\n", n, strerror(error));
            return;
        }
    }
    fprintf(stderr, "%ld threads\n", count);
}

// Fills memory and makes it read-only, where RLIMIT_DATA does not count it.
static void hoard(long megabytes) {
    for (long n = 0; n < megabytes; n += 32) {
        size_t size = 32 << 20;
        char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) {
            fprintf(stderr, "%ld MB: %s\n", n, strerror(errno));
            return;
        }
        memset(at, 1, size);
        mprotect(at, size, PROT_READ);
    }
    fprintf(stderr, "%ld MB\n", megabytes);
}

// Reads one byte of every two megabytes: each needs a page of page tables, which no limit on data counts.
static void page_tables(long gigabytes) {
    long got = 0;
    for (; got < gigabytes; got++) {
        size_t size = 1 << 30;
        char *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) break;
        madvise(at, size, MADV_NOHUGEPAGE);
        for (size_t n = 0; n < size; n += 2 << 20) (void)*(volatile char *)(at + n);
    }
    fprintf(stderr, "%ld GB of addresses\n", got);
}

// A system call that runs for long: the same large file into the same small buffer, a thousand times over.
static void *read_on(void *unused) {
    static char buffer[1 << 20];
    static struct iovec parts[1024];
    for (int n = 0; n < 1024; n++) parts[n] = (struct iovec){buffer, sizeof buffer};
    int book = open("book", O_RDONLY);
    for (;;) preadv(book, parts, 1024, 0);
    return unused;
}

// Maps gigabytes and has the kernel fill in the page tables in one call.
static void *populate(void *unused) {
    for (;;) {
        size_t size = (size_t)number << 30;
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        char *at = mmap(NULL, size, PROT_READ, flags | MAP_POPULATE, -1, 0);
        if (at == MAP_FAILED) return unused;
        madvise(at, size, 22);
        munmap(at, size);
    }
}

// A system call that waits in the kernel for all processors and is not interrupted.
static void *barriers(void *unused) {
    for (;;) syscall(SYS_membarrier, 1, 0, 0);
    return unused;
}

static void on_signal(int unused) { (void)unused; }

// Spins, and has a timer continue it when it is stopped. The handler lets the timer go on.
static void wakes_itself(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &often, NULL))
        fprintf(stderr, "timer: %s\n", strerror(errno));
    threads(number, spin);
}

// Calls what it may not while signals interrupt it again and again.
static void interrupted_calls(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &often, NULL);
    for (int n = 0; n < 1000; n++) {
        int made = socket(2, 1, 0);
        if (made >= 0) fprintf(stderr, "a socket\n");
    }
}

static void *call(void *unused) {
    socket(2, 1, 0);
    fprintf(stderr, "it goes on\n");
    return unused;
}

// The system calls of other kinds of program: 32 bits, and 32-bit addresses in 64-bit registers.
static void foreign_calls(void) {
#ifdef __x86_64__
    if (syscall(0x40000000 + 39) != -1) fprintf(stderr, "x32 works\n");
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    fprintf(stderr, "32 bits: %ld\n", result);
#else
    abort();
#endif
}

static void *stop_soon(void *unused) {
    usleep(1000);
    kill(getpid(), SIGSTOP);
    return unused;
}

static void *work(void *unused) {
    for (volatile unsigned long n = 0; n < 20000; n++) {}
    return unused;
}

// Threads that end: musl then wakes whoever waits for them without the private flag.
static void workers(long count) {
    pthread_t started[64];
    for (long n = 0; n < count; n++)
        if (pthread_create(&started[n], NULL, work, NULL)) abort();
    for (long n = 0; n < count; n++) pthread_join(started[n], NULL);
}

// Works for a while, and with a number writes so many bytes to standard error one by one.
static void chatter(long bytes) {
    struct timespec now;
    for (long n = 0;; n++) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        static long begun;
        long micros = now.tv_sec * 1000000 + now.tv_nsec / 1000;
        if (n == 0) begun = micros;
        if (micros - begun > 20000) return;
        if (n < bytes) (void)!write(2, ".", 1);
    }
}

static void at_every_question(void) {
    if (!strcmp(mode, "workers")) workers(number);
    if (!strcmp(mode, "chatter")) chatter(number);
}

static void at_start(void) {
    if (!strcmp(mode, "hog") || !strcmp(mode, "hog-at-start")) threads(number, spin);
    if (!strcmp(mode, "hoard-at-start")) hoard(number);
    if (!strcmp(mode, "idle")) threads(number, idle);
    if (!strcmp(mode, "signals")) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, SIGRTMIN);
        sigprocmask(SIG_BLOCK, &one, NULL);
        long sent = 0;
        union sigval none = {0};
        while (sent < number && sigqueue(getpid(), SIGRTMIN, none) == 0) sent++;
        fprintf(stderr, "%ld signals\n", sent);
    }
}

static void at_first_question(void) {
    if (!strcmp(mode, "hoard") || !strcmp(mode, "hoard-alone")) hoard(number);
    if (!strcmp(mode, "page-tables")) page_tables(number);
    if (!strcmp(mode, "reads-on")) threads(number, read_on);
    if (!strcmp(mode, "populates")) threads(2, populate);
    if (!strcmp(mode, "late-threads")) threads(number, idle);
    if (!strcmp(mode, "stops-itself")) raise(SIGSTOP);
    if (!strcmp(mode, "stopped-by-a-thread")) {
        threads(1, stop_soon);
        usleep(200000);
    }
    if (!strcmp(mode, "barriers")) threads(number, barriers);
    if (!strcmp(mode, "wakes-itself")) wakes_itself();
    if (!strcmp(mode, "interrupted-calls")) interrupted_calls();
    if (!strcmp(mode, "calls-in-a-thread")) {
        threads(1, call);
        usleep(200000);
    }
    if (!strcmp(mode, "foreign-calls")) foreign_calls();
}

static char hand[64][4];
static int held;

static void drop_card(const char *card) {
    for (int n = 0; n < held; n++)
        if (!strcmp(hand[n], card)) {
            memmove(hand[n], hand[n + 1], sizeof hand[0] * (held - n - 1));
            held--;
            return;
        }
}

static void *play(void *unused) {
    char line[256], a[16], b[16], c[16], word[16];
    char table[64][4];
    int lying = 0, asked = 0;
    char taker = 0;
    while (fgets(line, sizeof line, stdin)) {
        *a = *b = *c = 0;
        if (sscanf(line, "%15s %15s %15s %15s", word, a, b, c) < 1) continue;
        int begins = !strcmp(word, "move") || !strcmp(word, "give") || !strcmp(word, "MOVE");
        if (begins && taker) {
            if (taker == '1')
                for (int n = 0; n < lying; n++) strcpy(hand[held++], table[n]);
            lying = 0;
            taker = 0;
        }
        if (!strcmp(word, "give") && *a == '1') strncpy(hand[held++], b, 3);
        if (!strcmp(word, "take")) taker = *a;
        if (!strcmp(word, "move") || !strcmp(word, "add") || !strcmp(word, "beat")) {
            if (!strcmp(word, "move")) lying = 0;
            const char *card = *c ? c : b;
            strncpy(table[lying++], card, 3);
            if (*a == '1') drop_card(card);
        }
        if (*word >= 'A' && *word <= 'Z') {
            if (!asked++) at_first_question();
            at_every_question();
            puts(!strcmp(word, "MOVE") ? hand[0] : "NO");
            fflush(stdout);
        }
    }
    exit(0);
    return unused;
}

int main(int count, char **words) {
    mode = count > 1 ? words[1] : "honest";
    number = count > 2 ? atol(words[2]) : 0;
    at_start();
    if (!strcmp(mode, "hoard-alone")) {
        // The first thread ends: the process's own entry in /proc shows no memory from then on.
        pthread_t thread;
        pthread_create(&thread, NULL, play, NULL);
        pthread_exit(NULL);
    }
    play(NULL);
}
