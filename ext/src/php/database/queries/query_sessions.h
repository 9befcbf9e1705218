// What the observers of the drivers know of each connection: the query that is under way, and the open transaction.
#pragma once

#include "php/database/queries/query_observer.h"

namespace tern::php {

struct QuerySession {
    QueryRun run;
    int64_t transaction_since_ns = 0;  // 0: none is open
    int64_t began_ns = 0;              // of `run`

    // As QueryObserver::begin().
    void begin(serve::QueryDigest& digest, uint64_t exact, Bytes statement);
    // What the server has said with a response.
    void follow_transaction(bool is_open);
    // The connection ends.
    void end();
};

// Of the connections of a driver that have sent a query, by their addresses. An entry ends with its connection.
template <class Session>
class QuerySessions {
public:
    // Null: nothing is known of it.
    Session* find(const void* connection) noexcept {
        Session** found = sessions_.find(connection);
        return found == nullptr ? nullptr : *found;
    }
    Session& of(const void* connection) {
        Session*& found = sessions_.find_or_add(connection, nullptr);
        if (found == nullptr) found = new Session;
        return *found;
    }
    void end(const void* connection) {
        Session* session = find(connection);
        if (session == nullptr) return;
        sessions_.erase(connection);
        session->end();
        delete session;
    }

private:
    AddressMap<Session*> sessions_;
};

// Measures a call that waits for the server. Others may run meanwhile, and end the connection.
template <class Session>
class WaitingDatabaseCall {
public:
    WaitingDatabaseCall(QuerySessions<Session>& sessions, const void* connection) noexcept
        : sessions_(sessions), connection_(connection), since_ns_(QueryObserver::now_ns()) {}

    // Null: the connection has ended.
    Session* end() const noexcept {
        Session* session = sessions_.find(connection_);
        if (session != nullptr) query_observer()->add_wait(session->run, QueryObserver::now_ns() - since_ns_);
        return session;
    }

private:
    QuerySessions<Session>& sessions_;
    const void* connection_;
    int64_t since_ns_;
};

}  // namespace tern::php
