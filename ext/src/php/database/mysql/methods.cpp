#include "php/database/mysql/methods.h"

#include "php/database/mysql/object.h"
#include "php/database/mysql/session_end.h"
#include "php/engine/classes.h"

namespace tern::php {

namespace {

constexpr char kUnknown[] = "HY000";
constexpr int kAttempts = 3;

const MySqlSessionMethods& engines() noexcept { return MySqlDriver::find()->session; }

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

// The place of the new connection is taken.
enum_func_status note_login(DatabasePool& pool, MYSQLND_CONN_DATA& session, const MySqlConnection::Account& account) {
    auto* made = MySqlConnection::of(*MySqlDriver::find(), account, session);
    if (made == nullptr) return PASS;  // it is closed with its object
    pool.loan_of(&session)->connection = made;
    pool.count_made();
    if (!made->learn(session)) return set_error(session, CR_SERVER_GONE_ERROR, kUnknown, "MySQL server has gone away");
    // After the wait the table may have changed.
    if (!made->is_reusable()) DatabasePool::refuse_reuse(&session, pool::Closed::init_connect);
    MySqlObject::of(session)->begin(*made);
    return PASS;
}

enum_func_status log_in(DatabasePool& pool, MYSQLND_CONN_DATA& session, const pool::Key& key,
                        const MySqlLoginRequest& login) {
    auto& object = *MySqlObject::of(session);
    if (!object.prepare_login(key, login) || !object.account()->log_in(session)) return FAIL;
    return note_login(pool, session, object.account());
}

enum_func_status send_close(MYSQLND_CONN_DATA* session) {
    DatabasePool* pool = database_pool();
    DatabasePool::Loan loan;
    if (pool == nullptr || !pool->end_use(session, loan)) return engines().send_close(session);
    return end_session(*pool, *session, loan);
}

enum_func_status send_command(MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY* factory,
                              const php_mysqlnd_server_command command, const zend_uchar* const argument,
                              const size_t size, const bool silent, MYSQLND_CONNECTION_STATE* state,
                              MYSQLND_ERROR_INFO* error, MYSQLND_UPSERT_STATUS* status, MYSQLND_STATS* stats,
                              func_mysqlnd_conn_data__send_close close, void* close_context) {
    DatabasePool::Loan* loan = DatabasePool::find_loan(factory->conn);
    if (loan != nullptr && command != COM_QUIT) {
        auto& object = static_cast<MySqlObject&>(*loan->object);
        if (!object.before_command(*loan, command, {reinterpret_cast<const char*>(argument), size})) return FAIL;
    }
    const enum_func_status sent = MySqlDriver::find()->send_command(factory, command, argument, size, silent, state,
                                                                    error, status, stats, close, close_context);
    if (command == COM_STMT_CLOSE && sent == PASS) {
        if (MySqlObject* object = MySqlObject::of(*factory->conn)) object->after_end_of_prepared();
    }
    return sent;
}

enum_func_status connect_handshake(MYSQLND_CONN_DATA* session, const MYSQLND_CSTRING* const address,
                                   const MYSQLND_CSTRING* const user, const MYSQLND_CSTRING* const password,
                                   const MYSQLND_CSTRING* const database, const unsigned capabilities) {
    DatabasePool* pool = database_pool();
    // The library's own client, Swoole\Coroutine\MySQL, keeps sessions itself.
    if (pool == nullptr || is_kept_by_php(*session) || is_library_file(zend_get_executed_filename_ex())) {
        return engines().connect_handshake(session, address, user, password, database, capabilities);
    }
    // It connects again after it has lost its connection.
    DatabasePool::Loan before;
    if (pool->end_use(session, before)) (void)end_session(*pool, *session, before);
    const MySqlLoginRequest login{view(*address), view(*user), view(*password), view(*database), capabilities};
    const pool::Key key = key_of(*session, login);
    for (int n = 0; n < kAttempts; ++n) {
        Result<pool::Connection*> taken = pool->take(key);
        if (!taken.ok()) {
            refuse(*session, *pool, taken.error());
            return FAIL;
        }
        auto* found = static_cast<MySqlConnection*>(taken.value());
        if (found != nullptr && !found->change_to({})) {
            pool->close(*found, pool::Closed::unclean);
            continue;
        }
        pool->begin_use(session, found);
        pool->loan_of(session)->object = new MySqlObject(*pool, *MySqlDriver::find(), *session);
        session->payload_decoder_factory->m.send_command = send_command;
        if (found == nullptr) return log_in(*pool, *session, key, login);
        found->lend_to(*session, *address);
        MySqlObject::of(*session)->begin(*found);
        return PASS;
    }
    return set_error(*session, CR_SERVER_GONE_ERROR, kUnknown, "MySQL server has gone away");
}

enum_func_status set_server_option(MYSQLND_CONN_DATA* const session, enum_mysqlnd_server_option option) {
    DatabasePool::Loan* loan = DatabasePool::find_loan(session);
    if (loan != nullptr) loan->options_changed = true;
    const enum_func_status done = engines().set_server_option(session, option);
    MySqlObject* object = done == PASS ? MySqlObject::of(*session) : nullptr;
    if (object != nullptr) object->note_multiple(option == MYSQL_OPTION_MULTI_STATEMENTS_ON);
    return done;
}

enum_func_status select_db(MYSQLND_CONN_DATA* const session, const char* const database, const size_t size) {
    const enum_func_status done = engines().select_db(session, database, size);
    MySqlObject* object = done == PASS ? MySqlObject::of(*session) : nullptr;
    if (object != nullptr) object->note_database({database, size});
    return done;
}

enum_func_status change_user(MYSQLND_CONN_DATA* const session, const char* user, const char* password,
                             const char* database, bool silent, size_t password_size) {
    if (MySqlObject* object = MySqlObject::of(*session); object != nullptr) {
        if (!object->end_rest(*database_pool()->loan_of(session), {})) return FAIL;
        object->set_pin(Pin::changed_user);
        DatabasePool::refuse_reuse(session, pool::Closed::changed_user);
    }
    return engines().change_user(session, user, password, database, silent, password_size);
}

enum_func_status read_result_header(MYSQLND_CONN_DATA* session, MYSQLND_STMT* statement) {
    const enum_func_status done = engines().query_read_result_set_header(session, statement);
    const bool is_lost = done != PASS && GET_CONNECTION_STATE(&session->state) == CONN_QUIT_SENT;
    MySqlObject* object = is_lost ? nullptr : MySqlObject::of(*session);
    if (object != nullptr) object->note_response(done == PASS);
    return done;
}

enum_func_status prepare(MYSQLND_STMT* const statement, const char* const text, const size_t size) {
    const enum_func_status done = MySqlDriver::find()->prepare(statement, text, size);
    MySqlObject* object = MySqlObject::of(*statement->data->conn);
    if (object == nullptr) return done;
    done == PASS ? object->note_prepared(statement->data->stmt_id) : object->note_not_prepared();
    return done;
}

}  // namespace

void take_over_mysql_methods() noexcept {
    const MySqlDriver* driver = MySqlDriver::find();
    if (driver == nullptr) return;
    MySqlSessionMethods& methods = *driver->methods->connection_data.get();
    methods.connect_handshake = connect_handshake;
    methods.send_close = send_close;
    methods.set_server_option = set_server_option;
    methods.select_db = select_db;
    methods.change_user = change_user;
    methods.query_read_result_set_header = read_result_header;
    driver->methods->statement.get()->prepare = prepare;
}

}  // namespace tern::php
