// The connections of a port, which it owns: in the order of their coming, and by session id. One that has ended is
// freed at the end of the turn, since it may be on the stack.
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
    // All have ended.
    ~ConnectionRegistry();

    Connection& add(std::unique_ptr<Connection> fresh) noexcept;
    // `fresh` has the session of `old`, which is free()d afterwards.
    Connection& replace(const Connection& old, std::unique_ptr<Connection> fresh) noexcept;
    // It has ended, and its session is not found any more.
    void remove(Connection& connection) noexcept;
    // At the end of the turn.
    void free(Connection& connection) noexcept;

    // Null: closed, or not here.
    Connection* find(int64_t session_id) const noexcept;
    // To go through all: what is done to one may end any other, so look each up.
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
