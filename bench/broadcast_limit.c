/* The limit that a broadcast can reach: what the kernel charges for one send of these bytes to each of many loopback
 * connections, one after the other. Prints microseconds of CPU per send. Good for measuring and for nothing else.
 *
 *   broadcast_limit CONNECTIONS BYTES ROUNDS SENDER_CPU RECEIVER_CPU
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kBatch = 512, kBacklog = 4096 };

static void die(const char* what) {
    perror(what);
    exit(1);
}

static void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) < 0) die("sched_setaffinity");
}

/* Takes whatever comes; a byte on `taken` for each batch that emptied the sockets of `round` bytes. */
static void receive(const struct sockaddr_in* address, int connections, long long round, int taken) {
    static char scratch[1 << 16];
    struct epoll_event events[kBatch];
    int epoll = epoll_create1(0);
    for (int i = 0; i < connections; ++i) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0 || connect(fd, (const struct sockaddr*)address, sizeof *address) < 0) die("connect");
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) die("epoll_ctl");
    }
    for (long long left = round;;) {
        int count = epoll_wait(epoll, events, kBatch, -1);
        for (int i = 0; i < count; ++i) {
            ssize_t got = recv(events[i].data.fd, scratch, sizeof scratch, MSG_DONTWAIT);
            if (got > 0) left -= got;
        }
        if (left == 0 && write(taken, "", 1) == 1) left = round;
    }
}

static double cpu_us(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

int main(int argc, char** argv) {
    if (argc != 6) {
        fputs("usage: broadcast_limit CONNECTIONS BYTES ROUNDS SENDER_CPU RECEIVER_CPU\n", stderr);
        return 2;
    }
    int connections = atoi(argv[1]), rounds = atoi(argv[3]), on = 1, taken[2];
    size_t bytes = (size_t)atol(argv[2]);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr*)&address, size) < 0 || listen(listener, kBacklog) < 0) die("listen");
    if (getsockname(listener, (struct sockaddr*)&address, &size) < 0 || pipe(taken) < 0) die("pipe");
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(atoi(argv[5]));
        receive(&address, connections, (long long)bytes * connections, taken[1]);
    }
    pin(atoi(argv[4]));
    int* fds = calloc((size_t)connections, sizeof *fds);
    char* message = calloc(1, bytes);
    for (int i = 0; i < connections; ++i) {
        if ((fds[i] = accept(listener, NULL, NULL)) < 0) die("accept");
        setsockopt(fds[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    double before = 0;
    for (int round = -1; round < rounds; ++round) { /* the first one warms up */
        if (round == 0) before = cpu_us();
        for (int i = 0; i < connections; ++i) {
            if (send(fds[i], message, bytes, MSG_NOSIGNAL) != (ssize_t)bytes) die("send");
        }
        char byte;
        if (read(taken[0], &byte, 1) != 1) die("read");
    }
    printf("%.2f\n", (cpu_us() - before) / rounds / connections);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
