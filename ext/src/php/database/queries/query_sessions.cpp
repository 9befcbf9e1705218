#include "php/database/queries/query_sessions.h"

namespace tern::php {

void QuerySession::begin(serve::QueryDigest& digest, uint64_t exact, Bytes statement) {
    began_ns = QueryObserver::now_ns();
    query_observer()->begin(run, digest, exact, statement);
}

void QuerySession::follow_transaction(bool is_open) {
    if (is_open == (transaction_since_ns != 0)) return;
    if (is_open) {
        transaction_since_ns = began_ns;
    } else {
        const int64_t since_ns = std::exchange(transaction_since_ns, 0);
        query_observer()->add_transaction(QueryObserver::now_ns() - since_ns);
    }
}

void QuerySession::end() {
    if (query_observer() != nullptr) follow_transaction(false);
    QueryObserver::end(run);
}

}  // namespace tern::php
