/* TCP clients for measurements: each sends one message of 64 bytes, the first four of them its length, and waits for its
 * echo. Single thread, loopback only; good for measuring and for nothing else.
 *
 *   tcp_load PORT CONNECTIONS SECONDS      prints how many messages came back
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { kBatch = 512, kMessage = 64 };

static char message[kMessage];

static void die(const char* what) {
    perror(what);
    exit(1);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void ask(int fd) {
    if (send(fd, message, kMessage, MSG_NOSIGNAL) != kMessage) die("send");
}

static void connect_one(int epoll, uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int on = 1;
    if (fd < 0 || connect(fd, (struct sockaddr*)&address, sizeof address) < 0) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) die("epoll_ctl");
    ask(fd);
}

int main(int count, char** arguments) {
    if (count != 4) return 2;
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    uint32_t length = htonl(kMessage - 4);
    memset(message, 'x', kMessage);
    memcpy(message, &length, sizeof length);
    for (int i = atoi(arguments[2]); i > 0; --i) connect_one(epoll, (uint16_t)atoi(arguments[1]));
    struct epoll_event events[kBatch];
    long long done = 0;
    for (int64_t end = now_ms() + atoi(arguments[3]) * 1000; now_ms() < end;) {
        int ready = epoll_wait(epoll, events, kBatch, 100);
        for (int i = 0; i < ready; ++i) {
            char echo[kMessage];
            ssize_t got = recv(events[i].data.fd, echo, kMessage, MSG_DONTWAIT | MSG_PEEK);
            if (got < kMessage && (got > 0 || (got < 0 && errno == EAGAIN))) continue;
            if (recv(events[i].data.fd, echo, kMessage, 0) != kMessage || memcmp(echo, message, kMessage) != 0) die("echo");
            ++done;
            ask(events[i].data.fd);
        }
    }
    printf("%lld\n", done);
    return 0;
}
