/* Load over HTTP/1.1 on loopback, from one thread: raw requests in turn, on many connections.
 *
 *   http_load PORT CONNECTIONS SECONDS RATE DEPTH TIMES FILE...
 *
 * RATE 0: each connection sends the next request when it has the response of the last one; DEPTH of them at once. A RATE: an open
 * loop. Requests are due at random moments, RATE in a second on average (exponential gaps, the same in each run), however
 * slow the responses are. A request without a free connection waits. Its latency begins when it was due, not when it was sent, so
 * a server that stops for a moment pays for all the requests of that moment. TIMES: after so many requests a connection is closed
 * and replaced; 0: never. Each FILE is a request. The result is a line of JSON; latencies are in microseconds.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { kBatch = 512, kHead = 8192, kLine = 64, kMostDepth = 64, kGraceMs = 2000, kReceive = 256 * 1024 };
enum state { kInHead, kInBody, kInChunkSize, kInChunk, kInTrailer };

struct request {
    char* bytes;
    size_t size;
};

struct connection {
    int fd;
    unsigned generation;                   /* of the connections that this one has been */
    int in_flight;                         /* requests without a response */
    int left;                              /* of a batch to send */
    int served;
    int close_after;                       /* the server said so */
    int64_t due[kMostDepth];               /* of those in flight, a ring */
    int first;
    const struct request* sending;
    size_t sent;
    enum state state;
    size_t body;                           /* bytes until the end of the body or of the chunk */
    int failed;                            /* the status of this response */
    int size;                              /* bytes in text */
    char text[kHead];                      /* a head, or a line of chunks */
    struct connection* next;               /* in the queue of the idle ones */
};

static struct request* requests;
static int request_count, next_request, depth, times, epoll;
static uint16_t port;
static double rate;
static int64_t start, end, next_due;
static struct connection *idle_first, *idle_last;
static int64_t* waiting; /* due times of requests without a connection, a queue */
static size_t waiting_first, waiting_end, waiting_room;
static uint32_t* latencies;
static size_t latency_count, latency_room;
static long long good, failed, received; /* responses with a status of 2xx; all the others, and requests without one */
static int is_over;

static void die(const char* what) {
    perror(what);
    exit(1);
}

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void* grown(void* array, size_t count, size_t* room, size_t each) {
    if (count < *room) return array;
    *room = *room ? *room * 2 : 1 << 16;
    if ((array = realloc(array, *room * each)) == NULL) die("realloc");
    return array;
}

static void record(int64_t due) {
    int64_t us = (now_ns() - due) / 1000;
    latencies = grown(latencies, latency_count, &latency_room, sizeof *latencies);
    latencies[latency_count++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

static void read_request(struct request* into, const char* path) {
    struct stat about;
    FILE* file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &about) < 0) die(path);
    into->size = (size_t)about.st_size;
    into->bytes = malloc(into->size);
    if (into->bytes == NULL || fread(into->bytes, 1, into->size, file) != into->size) die(path);
    fclose(file);
}

static void open_connection(struct connection* it) {
    int on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    it->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (it->fd < 0) die("socket");
    setsockopt(it->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(it->fd, (struct sockaddr*)&address, sizeof address) < 0 && errno != EINPROGRESS) die("connect");
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = it};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, it->fd, &event) < 0) die("epoll_ctl");
    ++it->generation;
    it->in_flight = it->left = it->served = it->close_after = it->first = it->size = 0;
    it->sending = NULL;
    it->state = kInHead;
}

static void to_idle(struct connection* it) {
    it->next = NULL;
    if (idle_first == NULL) idle_first = it;
    else idle_last->next = it;
    idle_last = it;
}

/* Sends what is left of the batch, as far as the socket takes it. */
static void push(struct connection* it) {
    while (it->sending != NULL) {
        ssize_t sent = send(it->fd, it->sending->bytes + it->sent, it->sending->size - it->sent,
                            MSG_NOSIGNAL | (it->left > 0 ? MSG_MORE : 0));
        if (sent < 0) return; /* full, connecting, or broken: the events say so */
        if ((it->sent += (size_t)sent) < it->sending->size) continue;
        it->sending = it->left-- > 0 ? &requests[next_request++ % request_count] : NULL;
        it->sent = 0;
    }
}

static void send_batch(struct connection* it, int count, int64_t due) {
    for (int i = 0; i < count; ++i) it->due[(it->first + it->in_flight + i) % kMostDepth] = due;
    it->in_flight += count;
    it->sending = &requests[next_request++ % request_count];
    it->left = count - 1;
    it->sent = 0;
    push(it);
}

/* A connection with nothing in flight does the next thing there is to do. */
static void go_on(struct connection* it) {
    if (rate == 0) {
        if (!is_over) send_batch(it, depth, now_ns());
    } else if (waiting_first < waiting_end) {
        send_batch(it, 1, waiting[waiting_first++]);
    } else {
        to_idle(it);
    }
}

static void reopen(struct connection* it) {
    close(it->fd);
    open_connection(it);
    go_on(it);
}

static void response_is_complete(struct connection* it) {
    record(it->due[it->first]);
    good += !it->failed;
    failed += it->failed;
    it->first = (it->first + 1) % kMostDepth;
    it->state = kInHead;
    it->size = 0;
    ++it->served;
    if (--it->in_flight > 0) return;
    if (it->close_after || (times > 0 && it->served >= times)) reopen(it);
    else go_on(it);
}

static const char* field(const char* head, const char* name) {
    const char* found = strcasestr(head, name);
    return found == NULL ? NULL : found + strlen(name);
}

/* The head is complete and ends with a zero. */
static void read_head(struct connection* it) {
    const char *length = field(it->text, "\r\ncontent-length:"), *coding = field(it->text, "\r\ntransfer-encoding:");
    const char* kept = field(it->text, "\r\nconnection:");
    it->failed = it->size < 12 || it->text[9] != '2';
    it->close_after = kept != NULL && strncasecmp(kept + strspn(kept, " "), "close", 5) == 0;
    it->size = 0;
    it->body = length != NULL ? strtoull(length, NULL, 10) : 0;
    it->state = coding != NULL ? kInChunkSize : kInBody;
}

/* One more byte of a head or of a line; whether that ended it. */
static int adds(struct connection* it, char byte) {
    if (it->size == kHead - 1) die("a head is too long");
    it->text[it->size++] = byte;
    it->text[it->size] = 0;
    if (it->state == kInHead) return it->size >= 4 && memcmp(it->text + it->size - 4, "\r\n\r\n", 4) == 0;
    return byte == '\n';
}

static void end_of_line(struct connection* it) {
    if (it->state == kInHead) {
        read_head(it);
        if (it->state == kInBody && it->body == 0) response_is_complete(it);
        return;
    }
    if (it->state == kInTrailer) {
        if (it->size <= 2) response_is_complete(it);
        else it->size = 0;
        return;
    }
    it->body = strtoull(it->text, NULL, 16) + 2;
    it->state = it->body == 2 ? kInTrailer : kInChunk;
    it->size = 0;
}

/* Whether the connection is still the same one. */
static int feed(struct connection* it, const char* bytes, size_t size) {
    unsigned generation = it->generation;
    while (size > 0 && it->generation == generation && it->in_flight > 0) {
        if (it->state != kInBody && it->state != kInChunk) {
            --size;
            if (adds(it, *bytes++)) end_of_line(it);
            continue;
        }
        size_t part = size < it->body ? size : it->body;
        bytes += part;
        size -= part;
        if ((it->body -= part) > 0) continue;
        if (it->state == kInBody) response_is_complete(it);
        else it->state = kInChunkSize;
    }
    return it->generation == generation;
}

static void broken(struct connection* it) {
    failed += it->in_flight;
    for (int i = 0; i < it->in_flight; ++i) record(it->due[(it->first + i) % kMostDepth]);
    int was_busy = it->in_flight > 0;
    close(it->fd);
    open_connection(it);
    if (was_busy) go_on(it);
}

static void drain(struct connection* it) {
    static char buffer[kReceive];
    for (;;) {
        ssize_t got = recv(it->fd, buffer, sizeof buffer, 0);
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {
            broken(it);
            return;
        }
        received += got;
        if (!feed(it, buffer, (size_t)got) || got < (ssize_t)sizeof buffer) return;
    }
}

/* The same numbers in each run. */
static double random_gap_ns(void) {
    static uint64_t seed = 0x9E3779B97F4A7C15ULL;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return -log(((double)(seed >> 11) + 1) / 9007199254740993.0) * 1e9 / rate;
}

/* Sends what is due; nanoseconds until the next request. */
static int64_t offer(int64_t now) {
    while (next_due <= now && next_due < end) {
        if (idle_first != NULL) {
            struct connection* it = idle_first;
            idle_first = it->next;
            send_batch(it, 1, next_due);
        } else {
            waiting = grown(waiting, waiting_end, &waiting_room, sizeof *waiting);
            waiting[waiting_end++] = next_due;
        }
        next_due += (int64_t)random_gap_ns();
    }
    return next_due - now;
}

static int in_flight(const struct connection* all, int count) {
    int found = 0;
    for (int i = 0; i < count; ++i) found += all[i].in_flight;
    return found;
}

/* In the last two milliseconds before a request is due the loop does not sleep: a timer of the kernel is late. */
static void run(struct connection* all, int count) {
    struct epoll_event events[kBatch];
    for (;;) {
        int64_t now = now_ns(), pause = 10000000;
        if (now >= end && rate == 0) break;
        is_over = now >= end;
        if (rate > 0 && !is_over) pause = offer(now);
        if (is_over && ((waiting_first == waiting_end && in_flight(all, count) == 0) || now >= end + kGraceMs * 1000000LL)) break;
        int ready = epoll_wait(epoll, events, kBatch, pause > 2000000 ? (int)(pause / 1000000) - 1 : 0);
        for (int i = 0; i < ready; ++i) {
            struct connection* it = events[i].data.ptr;
            if (events[i].events & EPOLLOUT) push(it);
            if (events[i].events & ~(uint32_t)EPOLLOUT) drain(it);
        }
    }
}

/* What was due and has no response by now has failed, and its latency is at least this long. */
static void count_unanswered(const struct connection* all, int count) {
    if (rate == 0) return;
    for (int i = 0; i < count; ++i) {
        failed += all[i].in_flight;
        for (int j = 0; j < all[i].in_flight; ++j) record(all[i].due[(all[i].first + j) % kMostDepth]);
    }
    for (; waiting_first < waiting_end; ++waiting_first, ++failed) record(waiting[waiting_first]);
}

static int by_size(const void* left, const void* right) {
    uint32_t a = *(const uint32_t*)left, b = *(const uint32_t*)right;
    return (a > b) - (a < b);
}

static uint32_t percentile(double share) {
    if (latency_count == 0) return 0;
    size_t at = (size_t)ceil(share * (double)latency_count);
    return latencies[at > 0 ? at - 1 : 0];
}

static void report(int64_t took) {
    qsort(latencies, latency_count, sizeof *latencies, by_size);
    printf("{\"seconds\": %.3f, \"requests\": %lld, \"failed\": %lld, \"received\": %lld, \"latency_us\": {\"50\": %u, \"75\": %u, "
           "\"90\": %u, \"99\": %u, \"99.9\": %u, \"max\": %u}}\n",
           (double)took / 1e9, good, failed, received, percentile(0.5), percentile(0.75), percentile(0.9),
           percentile(0.99), percentile(0.999), percentile(1));
}

int main(int count, char** words) {
    if (count < 8) {
        fputs("usage: http_load PORT CONNECTIONS SECONDS RATE DEPTH TIMES FILE...\n", stderr);
        return 2;
    }
    int connections = atoi(words[2]);
    port = (uint16_t)atoi(words[1]);
    rate = atof(words[4]);
    depth = atoi(words[5]);
    times = atoi(words[6]);
    request_count = count - 7;
    if (depth < 1 || depth > kMostDepth || connections < 1) return 2;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    requests = calloc((size_t)request_count, sizeof *requests);
    struct connection* all = calloc((size_t)connections, sizeof *all);
    if (requests == NULL || all == NULL) die("calloc");
    for (int i = 0; i < request_count; ++i) read_request(&requests[i], words[7 + i]);
    if ((epoll = epoll_create1(EPOLL_CLOEXEC)) < 0) die("epoll_create1");
    start = now_ns();
    end = start + (int64_t)(atof(words[3]) * 1e9);
    next_due = start;
    for (int i = 0; i < connections; ++i) {
        open_connection(&all[i]);
        go_on(&all[i]);
    }
    run(all, connections);
    int64_t took = now_ns() - start;
    count_unanswered(all, connections);
    report(rate > 0 ? end - start : took);
    return 0;
}
