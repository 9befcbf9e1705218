/* The limit that an echo server on epoll can reach: what the kernel charges for one receive and one send. What arrives
 * is sent back, uncut. Single thread, loopback only; good for measuring and for nothing else.
 *
 *   tcp_echo PORT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kBatch = 512, kBacklog = 1024, kReceive = 16 * 1024 };

static void die(const char* what) {
    perror(what);
    exit(1);
}

static int open_listener(uint16_t port) {
    int on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0) die("socket");
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr*)&address, sizeof address) < 0) die("bind");
    if (listen(listener, kBacklog) < 0) die("listen");
    return listener;
}

static void watch(int epoll, int fd, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) die("epoll_ctl");
}

static void accept_all(int epoll, int listener) {
    int on = 1;
    for (;;) {
        int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (client < 0) return;
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        watch(epoll, client, EPOLLIN | EPOLLET);
    }
}

/* A message fits into an empty send buffer; a client for which it does not is dropped. */
static void serve(int client) {
    char message[kReceive];
    ssize_t got = recv(client, message, sizeof message, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0 || send(client, message, (size_t)got, MSG_NOSIGNAL) != got) close(client);
}

int main(int count, char** arguments) {
    if (count != 2) return 2;
    int listener = open_listener((uint16_t)atoi(arguments[1]));
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener, EPOLLIN | EPOLLET);
    struct epoll_event events[kBatch];
    for (;;) {
        int ready = epoll_wait(epoll, events, kBatch, -1);
        for (int i = 0; i < ready; ++i) {
            events[i].data.fd == listener ? accept_all(epoll, listener) : serve(events[i].data.fd);
        }
    }
}
