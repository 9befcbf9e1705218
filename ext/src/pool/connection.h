// A connection to a server of others, such as a database, that a ConnectionPool lends to one user after another. The
// pool knows nothing else of it. A subclass has the socket.
#pragma once

#include <array>
#include <cstdint>

#include "base/list.h"

namespace tern::pool {

// A digest of everything that makes a connection: two with the same key do for each other.
using Key = std::array<unsigned char, 32>;

class Connection : public ListHook {
public:
    explicit Connection(const Key& key) noexcept : key_(key) {}
    virtual ~Connection() = default;

    const Key& key() const noexcept { return key_; }
    // False: the server has closed it, or has sent something unasked. Asks the kernel only.
    virtual bool is_open() noexcept = 0;
    // Says farewell to the server if that does not wait, and frees the connection.
    virtual void close() noexcept = 0;

    // What its user has made of the session, to have it so the next time; 0: it is as new. See
    // ConnectionPool::try_take().
    uint64_t variant = 0;
    int64_t made_ms = 0;  // monotonic
    int64_t idle_since_ms = 0;

private:
    Key key_;
};

}  // namespace tern::pool
