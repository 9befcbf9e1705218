// Owns the connections of a port, in the order of their arrival and by session id. An ended connection is freed at the
// end of the turn, since it may be on the stack.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "serve/connection.h"

namespace tern::serve {

class ConnectionRegistry {
public:
    explicit ConnectionRegistry(Context& context) noexcept;
    ConnectionRegistry(const ConnectionRegistry&) = delete;
    ConnectionRegistry& operator=(const ConnectionRegistry&) = delete;
    // All connections must have ended.
    ~ConnectionRegistry();

    Connection& add(std::unique_ptr<Connection> fresh) noexcept;
    // `fresh` takes the session of `old`; the caller then calls free() for `old`.
    Connection& replace(const Connection& old, std::unique_ptr<Connection> fresh) noexcept;
    // Removes an ended connection, so that its session is not found any more.
    void remove(Connection& connection) noexcept;
    // Frees the connection at the end of the turn.
    void free(Connection& connection) noexcept;

    // Null: the session is closed, or not in this port.
    Connection* find(int64_t session_id) const noexcept;
    // For a loop over all connections. Handling one may end any other, so look up each id.
    std::vector<int64_t> ids();
    Connection* first() noexcept { return connections_.front(); }
    Connection* next(Connection& one) noexcept { return connections_.next(one); }
    size_t count() const noexcept { return by_session_.size(); }

private:
    void free_all() noexcept;

    Context& context_;
    List<Connection> connections_;
    std::unordered_map<int64_t, Connection*> by_session_;
    List<Connection> ended_;
    loop::Deferred free_ended_;
};

}  // namespace tern::serve
