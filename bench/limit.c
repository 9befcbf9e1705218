/* The limit that an HTTP server on epoll can reach: what the kernel charges for one receive and one send of these bytes.
 * Nothing is parsed. A request is whatever arrives and ends with an empty line, and its answer is composed once, before
 * the first one. Single thread, loopback only, keep-alive only; good for measuring and for nothing else.
 *
 *   limit PORT BODY
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kBatch = 512, kBacklog = 1024, kReceive = 16 * 1024, kAnswer = 64 * 1024 };

static char answer[kAnswer];
static size_t answer_size;

static void die(const char* what) {
    perror(what);
    exit(1);
}

/* As many bytes of head as Tern's own answer has. */
static void compose_answer(const char* body) {
    int size = snprintf(answer, sizeof answer,
                        "HTTP/1.1 200 OK\r\n"
                        "Server: none\r\n"
                        "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                        "Content-Type: text/html\r\n"
                        "Content-Length: %zu\r\n"
                        "Connection: keep-alive\r\n"
                        "\r\n"
                        "%s",
                        strlen(body), body);
    if (size < 0 || (size_t)size >= sizeof answer) {
        fputs("limit: the body is too long\n", stderr);
        exit(2);
    }
    answer_size = (size_t)size;
}

static int open_listener(uint16_t port) {
    int on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0) die("socket");
    if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0) die("setsockopt");
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
        (void)setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        watch(epoll, client, EPOLLIN | EPOLLET);
    }
}

/* The answer fits into an empty send buffer; a client for which it does not is dropped. */
static void serve(int client) {
    char request[kReceive];
    ssize_t got = recv(client, request, sizeof request, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        close(client);
        return;
    }
    if (got < 4 || memcmp(request + got - 4, "\r\n\r\n", 4) != 0) return;
    if (send(client, answer, answer_size, MSG_NOSIGNAL) != (ssize_t)answer_size) close(client);
}

int main(int count, char** arguments) {
    if (count != 3) {
        fputs("usage: limit PORT BODY\n", stderr);
        return 2;
    }
    compose_answer(arguments[2]);
    int listener = open_listener((uint16_t)atoi(arguments[1]));
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) die("epoll_create1");
    watch(epoll, listener, EPOLLIN);
    for (;;) {
        struct epoll_event ready[kBatch];
        int found = epoll_wait(epoll, ready, kBatch, -1);
        for (int i = 0; i < found; ++i) {
            if (ready[i].data.fd == listener) {
                accept_all(epoll, listener);
            } else {
                serve(ready[i].data.fd);
            }
        }
    }
}
