#include "php/database/redis/connection.h"

#include <cstdio>
#include <cstring>
#include <ext/standard/file.h>
#include <sys/random.h>

#include "base/clock.h"
#include "net/idle_socket.h"

namespace tern::php {

namespace {

int socket_of(php_stream& stream) noexcept {
    constexpr int kForSelect = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (php_stream_cast(&stream, kForSelect, reinterpret_cast<void**>(&fd), 0) != SUCCESS) return -1;
    return fd;
}

bool read_all(php_stream& stream, char* into, size_t size) {
    for (size_t read = 0; read < size;) {
        const ssize_t more = php_stream_read(&stream, into + read, size - read);
        if (more <= 0) return false;
        read += static_cast<size_t>(more);
    }
    return true;
}

}  // namespace

RedisConnection::RedisConnection(const pool::Key& key, php_stream& stream) noexcept
    : DatabaseConnection(key), stream_(stream) {
    made_ms = monotonic_ms();
}

RedisConnection::~RedisConnection() {
    php_stream_free(&stream_, PHP_STREAM_FREE_CLOSE_PERSISTENT | PHP_STREAM_FREE_RSRC_DTOR);
}

bool RedisConnection::is_open() noexcept {
    return !has_unread() && stream_.eof == 0 && net::is_quiet(net::name_socket(socket_of(stream_)));
}

void RedisConnection::lend() noexcept {
    timeval timeout{};
    timeout.tv_sec = static_cast<time_t>(FG(default_socket_timeout));
    (void)php_stream_set_option(&stream_, PHP_STREAM_OPTION_READ_TIMEOUT, 0, &timeout);
    (void)php_stream_set_option(&stream_, PHP_STREAM_OPTION_BLOCKING, 1, nullptr);
}

// The response to ECHO cannot be foreseen. So nothing that was under way is taken for it: neither responses to commands
// of the program, nor messages to a subscriber, nor "QUEUED" within MULTI.
bool RedisConnection::begin_reset() {
    constexpr char kDigits[] = "0123456789abcdef";
    std::array<unsigned char, kNonceBytes> random{};
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) return false;
    for (size_t i = 0; i < kNonceBytes; ++i) nonce_[i] = kDigits[random[i] % 16];
    char message[128];
    const int size = snprintf(message, sizeof message, "*2\r\n$4\r\nECHO\r\n$%zu\r\n%.*s\r\n*1\r\n$5\r\nRESET\r\n",
                              kNonceBytes, static_cast<int>(kNonceBytes), nonce_.data());
    php_stream_context_set(&stream_, nullptr);
    return php_stream_write(&stream_, message, static_cast<size_t>(size)) == size;
}

bool RedisConnection::finish_reset() {
    char expected[64];
    const int size = snprintf(expected, sizeof expected, "$%zu\r\n%.*s\r\n+RESET\r\n", kNonceBytes,
                              static_cast<int>(kNonceBytes), nonce_.data());
    char response[sizeof expected];
    return read_all(stream_, response, static_cast<size_t>(size)) &&
           std::memcmp(response, expected, static_cast<size_t>(size)) == 0 && is_open();
}

}  // namespace tern::php
