#include "serve/connection_registry.h"

namespace tern::serve {

ConnectionRegistry::ConnectionRegistry(Context& context) noexcept
    : context_(context), free_ended_([](void* self) { static_cast<ConnectionRegistry*>(self)->free_all(); }, this) {}

ConnectionRegistry::~ConnectionRegistry() {
    TERN_CHECK(connections_.empty());
    free_all();
}

Connection& ConnectionRegistry::add(std::unique_ptr<Connection> fresh) noexcept {
    Connection& connection = *fresh.release();
    context_.counters.connection_num.increment();
    context_.counters.connections_of(connection.protocol()).increment();
    connections_.push_back(connection);
    by_session_[connection.info().session_id] = &connection;
    return connection;
}

Connection& ConnectionRegistry::replace(const Connection& old, std::unique_ptr<Connection> fresh) noexcept {
    Connection& connection = *fresh.release();
    context_.counters.connections_of(old.protocol()).decrement();
    context_.counters.connections_of(connection.protocol()).increment();
    connections_.push_back(connection);
    by_session_[connection.info().session_id] = &connection;
    return connection;
}

void ConnectionRegistry::remove(Connection& connection) noexcept {
    context_.counters.connection_num.decrement();
    context_.counters.connections_of(connection.protocol()).decrement();
    by_session_.erase(connection.info().session_id);
    free(connection);
}

void ConnectionRegistry::free(Connection& connection) noexcept {
    ended_.push_back(connection);
    if (!free_ended_.pending()) context_.loop.defer(free_ended_);
}

Connection* ConnectionRegistry::find(int64_t session_id) const noexcept {
    auto found = by_session_.find(session_id);
    return found == by_session_.end() ? nullptr : found->second;
}

std::vector<int64_t> ConnectionRegistry::ids() {
    std::vector<int64_t> ids;
    ids.reserve(by_session_.size());
    for (Connection* one = first(); one != nullptr; one = next(*one)) ids.push_back(one->info().session_id);
    return ids;
}

void ConnectionRegistry::free_all() noexcept {
    while (Connection* connection = ended_.pop_front()) delete connection;
}

}  // namespace tern::serve
