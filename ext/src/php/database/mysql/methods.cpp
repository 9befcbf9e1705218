#include "php/database/mysql/methods.h"

#include "php/database/mysql/connection.h"
#include "php/database/mysql/key.h"
#include "php/engine/classes.h"

namespace tern::php {

namespace {

using Methods = MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data);
Methods engines;  // as they were

constexpr unsigned kTooManyConnections = 1040;  // of MySQL's server
constexpr char kRejected[] = "08004";
constexpr char kUnknown[] = "HY000";

// mysqli_init() makes every object as a persistent one, as it does not know yet what the program will connect to. So
// the arguments of the running call tell.
bool names_persistent_host(const zend_execute_data* call) noexcept {
    const zval* host = nullptr;
    for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(call) && i <= 2; ++i) {
        host = ZEND_CALL_ARG(call, i);
        if (Z_TYPE_P(host) != IS_OBJECT) break;  // mysqli_real_connect() has the object before
    }
    const char* name = host != nullptr && Z_TYPE_P(host) == IS_STRING && Z_STRLEN_P(host) > 0
                           ? Z_STRVAL_P(host)
                           : zend_ini_string(ZEND_STRL("mysqli.default_host"), 0);
    return name != nullptr && strncasecmp(name, "p:", 2) == 0;
}

// Whether PHP keeps the object beyond its request: PDO::ATTR_PERSISTENT, "p:".
bool is_kept_by_php(const MYSQLND_CONN_DATA& session) noexcept {
    if (!session.persistent) return false;
    const zend_execute_data* call = EG(current_execute_data);
    if (call == nullptr || call->func == nullptr || call->func->type != ZEND_INTERNAL_FUNCTION) return true;
    const zend_class_entry* scope = call->func->common.scope;
    const Bytes name = view(call->func->common.function_name);
    const bool is_of_mysqli = scope != nullptr ? view(scope->name) == "mysqli" : name.starts_with("mysqli_");
    return !is_of_mysqli || names_persistent_host(call);
}

enum_func_status fail(MYSQLND_CONN_DATA& session, unsigned number, const char* sqlstate, const char* text) {
    session.error_info->m->set_client_error(session.error_info, number, sqlstate, text);
    return FAIL;
}

enum_func_status refuse(MYSQLND_CONN_DATA& session, DatabasePool& pool, Error error) {
    smart_str text{};
    pool.append_refusal(text, error);
    smart_str_0(&text);
    const enum_func_status failed = fail(session, kTooManyConnections, kRejected, ZSTR_VAL(text.s));
    smart_str_free(&text);
    return failed;
}

void refuse_reuse(const MYSQLND_CONN_DATA& session, pool::Closed reason) noexcept {
    DatabasePool* pool = database_pool();
    DatabasePool::Loan* loan = pool == nullptr ? nullptr : pool->loan_of(&session);
    if (loan == nullptr) return;
    loan->is_reusable = false;
    loan->reason = reason;
}

// As the driver does it, but the stream lies outside of PHP's heap.
bool log_in(MYSQLND_CONN_DATA& session, const MYSQLND_CSTRING& address, const MYSQLND_CSTRING& user,
            const MYSQLND_CSTRING& password, const MYSQLND_CSTRING& database, unsigned capabilities) {
    if (session.vio->data->m.connect(session.vio, address, true, session.stats, session.error_info) != PASS)
        return false;
    MYSQLND_PFC& codec = *session.protocol_frame_codec;
    codec.data->m.reset(&codec, session.stats, session.error_info);
    return session.command->handshake(&session, user, password, database, capabilities) == PASS;
}

// The place of the new connection is taken.
enum_func_status note_login(DatabasePool& pool, MYSQLND_CONN_DATA& session, const MySqlConnection::Login& login) {
    auto* made = MySqlConnection::of(*MySqlDriver::find(), login, session);
    if (made == nullptr) return PASS;  // it is closed with its object
    pool.loan_of(&session)->connection = made;
    pool.count_made();
    if (!made->learn(session)) return fail(session, CR_SERVER_GONE_ERROR, kUnknown, "MySQL server has gone away");
    // After the wait the table may have changed.
    if (!made->is_reusable()) refuse_reuse(session, pool::Closed::init_connect);
    return PASS;
}

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

// The object has ended its use.
enum_func_status end_session(DatabasePool& pool, MYSQLND_CONN_DATA& session, DatabasePool::Loan& loan) {
    if (loan.connection == nullptr || !is_reusable(session, loan)) {
        const enum_func_status closed = engines.send_close(&session);
        if (loan.connection == nullptr) {
            pool.release_place(pool::Closed::failed);
        } else {
            pool.close(*loan.connection, loan.reason);
        }
        return closed;
    }
    auto& connection = static_cast<MySqlConnection&>(*loan.connection);
    connection.take_from(session, loan.options_changed);
    const enum_func_status closed = engines.send_close(&session);  // without a stream it sends nothing
    if (connection.is_open()) {
        pool.give_back(connection);
    } else {
        pool.close(connection, pool::Closed::lost);
    }
    return closed;
}

enum_func_status send_close(MYSQLND_CONN_DATA* session) {
    DatabasePool* pool = database_pool();
    DatabasePool::Loan loan;
    if (pool == nullptr || !pool->end_use(session, loan)) return engines.send_close(session);
    return end_session(*pool, *session, loan);
}

enum_func_status connect_handshake(MYSQLND_CONN_DATA* session, const MYSQLND_CSTRING* const address,
                                   const MYSQLND_CSTRING* const user, const MYSQLND_CSTRING* const password,
                                   const MYSQLND_CSTRING* const database, const unsigned capabilities) {
    DatabasePool* pool = database_pool();
    // The library's own client, Swoole\Coroutine\MySQL, keeps sessions itself.
    if (pool == nullptr || is_kept_by_php(*session) || is_library_file(zend_get_executed_filename_ex())) {
        return engines.connect_handshake(session, address, user, password, database, capabilities);
    }
    // It connects again after it has lost its connection.
    DatabasePool::Loan before;
    if (pool->end_use(session, before)) (void)end_session(*pool, *session, before);
    const pool::Key key =
        key_of(*session, {view(*address), view(*user), view(*password), view(*database), capabilities});
    Result<pool::Connection*> taken = pool->take(key);
    if (!taken.ok()) return refuse(*session, *pool, taken.error());
    auto* found = static_cast<MySqlConnection*>(taken.value());
    pool->begin_use(session, found);
    if (found != nullptr) {
        found->lend_to(*session, *address);
        return PASS;
    }
    if (!log_in(*session, *address, *user, *password, *database, capabilities)) return FAIL;
    return note_login(*pool, *session, {key, view(*database), capabilities});
}

enum_func_status set_server_option(MYSQLND_CONN_DATA* const session, enum_mysqlnd_server_option option) {
    DatabasePool* pool = database_pool();
    DatabasePool::Loan* loan = pool == nullptr ? nullptr : pool->loan_of(session);
    if (loan != nullptr) loan->options_changed = true;
    return engines.set_server_option(session, option);
}

enum_func_status change_user(MYSQLND_CONN_DATA* const session, const char* user, const char* password,
                             const char* database, bool silent, size_t password_size) {
    refuse_reuse(*session, pool::Closed::changed_user);
    return engines.change_user(session, user, password, database, silent, password_size);
}

}  // namespace

void take_over_mysql_methods() noexcept {
    const MySqlDriver* driver = MySqlDriver::find();
    if (driver == nullptr) return;
    Methods& methods = *driver->methods->connection_data.get();
    if (methods.connect_handshake == connect_handshake) return;
    engines = methods;
    methods.connect_handshake = connect_handshake;
    methods.send_close = send_close;
    methods.set_server_option = set_server_option;
    methods.change_user = change_user;
}

}  // namespace tern::php
