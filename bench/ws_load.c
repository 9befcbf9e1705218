/* WebSocket clients for measurements: each sends one small message at a time and waits for its echo, or they listen and
 * count what is sent to them. Single thread, loopback only; good for measuring and for nothing else.
 *
 *   ws_load echo PORT CONNECTIONS SECONDS      prints how many messages came back
 *   ws_load listen PORT CONNECTIONS SILENT     prints "ready" when all are connected; SILENT of them never read. For
 *                                              each line "N BYTES" on standard input, the first connection sends it as a
 *                                              message; prints "done" when all that read have N frames of BYTES more
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
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { kBatch = 512, kEchoFrame = 4, kMostSent = 100 };

static void die(const char* what) {
    perror(what);
    exit(1);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void write_all(int fd, const void* bytes, size_t size) {
    if (send(fd, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) die("send");
}

static int connect_to(uint16_t port, int silent) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) die("socket");
    int on = 1, small = 4096;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (silent) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    if (connect(fd, (struct sockaddr*)&address, sizeof address) < 0) die("connect");
    return fd;
}

/* Byte by byte, so that frames which follow the head at once are left in the socket. */
static void shake_hands(int fd) {
    static const char request[] =
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    write_all(fd, request, sizeof request - 1);
    char head[4096];
    size_t size = 0;
    while (size < 4 || memcmp(head + size - 4, "\r\n\r\n", 4) != 0) {
        if (size == sizeof head || recv(fd, head + size++, 1, 0) != 1) die("handshake");
    }
    if (memcmp(head, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "ws_load: refused: %.*s\n", (int)size, head);
        exit(1);
    }
}

static void send_text(int fd, const char* text, size_t size) {
    char frame[6 + kMostSent] = {(char)0x81, (char)(0x80 | size)}; /* the mask is zero */
    memcpy(frame + 6, text, size);
    write_all(fd, frame, 6 + size);
}

static void echo(int epoll, int* fds, int connections, int seconds) {
    long long done = 0;
    for (int i = 0; i < connections; ++i) send_text(fds[i], "ok", 2);
    struct epoll_event events[kBatch];
    for (int64_t end = now_ms() + seconds * 1000; now_ms() < end;) {
        int count = epoll_wait(epoll, events, kBatch, 100);
        for (int i = 0; i < count; ++i) {
            char frame[64];
            ssize_t got = recv(events[i].data.fd, frame, sizeof frame, MSG_DONTWAIT);
            if (got < 0 && errno == EAGAIN) continue;
            if (got != kEchoFrame || memcmp(frame, "\x81\x02ok", kEchoFrame) != 0) die("echo");
            ++done;
            send_text(events[i].data.fd, "ok", 2);
        }
    }
    printf("%lld\n", done);
}

static void await_bytes(int epoll, long long bytes) {
    static char scratch[1 << 18];
    struct epoll_event events[kBatch];
    while (bytes > 0) {
        int count = epoll_wait(epoll, events, kBatch, 60000);
        if (count <= 0) die("nothing more came");
        for (int i = 0; i < count; ++i) {
            ssize_t got = recv(events[i].data.fd, scratch, sizeof scratch, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN)) die("recv");
            if (got > 0) bytes -= got;
        }
    }
}

static void listen_to(int epoll, int* fds, int connections, int silent) {
    puts("ready");
    fflush(stdout);
    char line[kMostSent];
    while (fgets(line, sizeof line, stdin) != NULL) {
        long long frames = 0, size = 0;
        if (sscanf(line, "%lld %lld", &frames, &size) != 2) exit(2);
        send_text(fds[0], line, strcspn(line, "\n"));
        long long head = size < 126 ? 2 : size < 65536 ? 4 : 10;
        await_bytes(epoll, frames * (size + head) * (connections - silent));
        puts("done");
        fflush(stdout);
    }
}

int main(int argc, char** argv) {
    if (argc != 5) {
        fputs("usage: ws_load echo PORT CONNECTIONS SECONDS | ws_load listen PORT CONNECTIONS SILENT\n", stderr);
        return 2;
    }
    int connections = atoi(argv[3]), last = atoi(argv[4]);
    int is_echo = strcmp(argv[1], "echo") == 0;
    int silent = is_echo ? 0 : last;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    int* fds = calloc((size_t)connections, sizeof *fds);
    for (int i = 0; i < connections; ++i) {
        int is_silent = i >= connections - silent;
        fds[i] = connect_to((uint16_t)atoi(argv[2]), is_silent);
        shake_hands(fds[i]);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fds[i]};
        if (!is_silent && epoll_ctl(epoll, EPOLL_CTL_ADD, fds[i], &event) < 0) die("epoll_ctl");
    }
    is_echo ? echo(epoll, fds, connections, last) : listen_to(epoll, fds, connections, silent);
    return 0;
}
