// A connection to a server of Redis: a stream of PHP that lies outside of its heap, and is in no list of resources. A
// session has begun with each loan: RESET ends the one before, with its user.
#pragma once

#include <array>

#include "php/database/database_pool.h"

namespace tern::php {

class RedisConnection final : public DatabaseConnection {
public:
    // The stream belongs to this object from now on.
    RedisConnection(const pool::Key& key, php_stream& stream) noexcept;
    ~RedisConnection() override;
    bool is_open() noexcept override;
    void close() noexcept override { delete this; }
    bool begin_reset() override;
    bool finish_reset() override;

    // As a stream that has just been opened.
    void lend() noexcept;
    // A response that was not read, or is known to come, is left: nothing tells where it ends.
    bool has_unread() const noexcept { return stream_.writepos != stream_.readpos; }
    php_stream& stream() const noexcept { return stream_; }

private:
    static constexpr size_t kNonceBytes = 32;

    php_stream& stream_;
    std::array<char, kNonceBytes> nonce_{};
};

}  // namespace tern::php
