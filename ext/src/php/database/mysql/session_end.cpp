#include "php/database/mysql/session_end.h"

#include "php/database/mysql/object.h"

namespace tern::php {

namespace {

constexpr unsigned kTooManyConnections = 1040;  // of MySQL's server
constexpr char kRejected[] = "08004";

// Why the connection of an object that ends is not used again.
bool is_reusable(const MYSQLND_CONN_DATA& session, DatabasePool::Loan& loan) noexcept {
    if (!loan.is_reusable) return false;
    php_stream* stream = session.vio->data->m.get_stream(session.vio);
    const auto state = GET_CONNECTION_STATE(&session.state);
    loan.reason = pool::Closed::lost;
    if (stream == nullptr || state == CONN_QUIT_SENT || state == CONN_ALLOCED) return false;
    loan.reason = pool::Closed::fatal_error;
    if (CG(unclean_shutdown) || coroutines()->damaged || coroutines()->bailed) return false;
    loan.reason = pool::Closed::in_the_middle;
    return state == CONN_READY && stream->writepos == stream->readpos;
}

// Its connection was cut here, and not by the server.
bool is_cancelled() noexcept {
    const coro::Coroutine* self = coroutines()->scheduler.current();
    return self != nullptr && self->canceled();
}

// Its stream is closed.
void drop(DatabasePool& pool, DatabaseConnection* connection, pool::Closed reason, bool awaits_response) {
    if (connection == nullptr) return pool.release_place(pool::Closed::failed);
    auto& its = static_cast<MySqlConnection&>(*connection);
    if (!awaits_response) return pool.close(its, reason);
    pool.abandon(its, reason);
}

}  // namespace

enum_func_status end_session(DatabasePool& pool, MYSQLND_CONN_DATA& session, DatabasePool::Loan& loan) {
    auto* object = static_cast<MySqlObject*>(loan.object);
    const bool awaits_response = object != nullptr && object->awaits_response() && is_cancelled();
    delete object;
    const auto close = MySqlDriver::find()->session.send_close;
    if (loan.rests) return close(&session);  // without a stream it sends nothing
    if (loan.connection == nullptr || !is_reusable(session, loan)) {
        const enum_func_status closed = close(&session);
        drop(pool, loan.connection, loan.reason, awaits_response);
        return closed;
    }
    auto& connection = static_cast<MySqlConnection&>(*loan.connection);
    connection.prepare_for({});
    connection.take_from(session, loan.options_changed);
    const enum_func_status closed = close(&session);
    if (connection.is_open()) {
        pool.give_back(connection);
    } else {
        pool.close(connection, pool::Closed::lost);
    }
    return closed;
}

void end_lost_session(DatabasePool& pool, MYSQLND_CONN_DATA& session) {
    DatabasePool::Loan loan;
    if (pool.end_use(&session, loan)) (void)end_session(pool, session, loan);
}

enum_func_status set_error(MYSQLND_CONN_DATA& session, unsigned number, const char* sqlstate, const char* text) {
    session.error_info->m->set_client_error(session.error_info, number, sqlstate, text);
    return FAIL;
}

void refuse(MYSQLND_CONN_DATA& session, DatabasePool& pool, Error error) {
    smart_str text{};
    pool.append_refusal(text, error);
    smart_str_0(&text);
    (void)set_error(session, kTooManyConnections, kRejected, ZSTR_VAL(text.s));
    smart_str_free(&text);
}

}  // namespace tern::php
