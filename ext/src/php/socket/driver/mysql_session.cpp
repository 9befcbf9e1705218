#include "php/socket/driver/mysql_session.h"

#include <dlfcn.h>

#include "php/engine/compat/mysqlnd.h"

namespace tern::php {

namespace {

using FromObject = MYSQLND*(zval*, unsigned, unsigned*);

// mysqlnd may be an extension of its own, loaded before or after this one.
FromObject* from_object() noexcept {
    static FromObject* const found = reinterpret_cast<FromObject*>(dlsym(RTLD_DEFAULT, "zval_to_mysqlnd"));
    return found;
}

// One request and its reply.
bool log_in_again(MYSQLND_CONN_DATA& session, const MySqlLogin& login, zend_string* database) {
    // Copies, as changing the user replaces the session's values.
    zend_string* user = zend_string_init(login.user.s, login.user.l, false);
    zend_string* password = zend_string_init(login.password.s, login.password.l, false);
    zend_string* name =
        database != nullptr ? zend_string_copy(database) : zend_string_init(login.database.s, login.database.l, false);
    const bool changed = session.m->change_user(&session, ZSTR_VAL(user), ZSTR_VAL(password), ZSTR_VAL(name), false,
                                                ZSTR_LEN(password)) == PASS;
    zend_string_release(user);
    zend_string_release(password);
    zend_string_release(name);
    return changed;
}

bool send_reset(MYSQLND_CONN_DATA& session) {
    MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY& protocol = *session.payload_decoder_factory;
    return protocol.m.send_command(&protocol, COM_RESET_CONNECTION, nullptr, 0, false, &session.state,
                                   session.error_info, session.upsert_status, session.stats, session.m->send_close,
                                   &session) == PASS &&
           protocol.m.send_command_handle_OK(&protocol, session.error_info, session.upsert_status, true,
                                             &session.last_message) == PASS;
}

// Needs no password, but two more messages: it resets the character set, and keeps the database. MySQL from 5.7.3 and
// MariaDB from 10.2.4 support it.
bool reset_connection(MYSQLND_CONN_DATA& session, zend_string* database) {
    if (!send_reset(session) || session.m->set_charset(&session, session.charset->name) != PASS) return false;
    return database == nullptr || ZSTR_LEN(database) == 0 ||
           session.m->select_db(&session, ZSTR_VAL(database), ZSTR_LEN(database)) == PASS;
}

}  // namespace

bool reset_mysql_session(zval* connection, zend_string* database) {
    if (from_object() == nullptr) return false;
    unsigned ignored = 0;
    MYSQLND* handle = from_object()(connection, 0, &ignored);
    if (handle == nullptr) return false;
    MYSQLND_CONN_DATA& session = *handle->data;
    MySqlLogin login;
    const bool knows_login = find_login(session, login);
    if (!(knows_login ? log_in_again(session, login, database) : reset_connection(session, database))) return false;
    // The answer has no status. Any transaction has ended.
    session.upsert_status->server_status &= ~static_cast<unsigned>(SERVER_STATUS_IN_TRANS);
    return session.m->execute_init_commands(&session) == PASS;
}

}  // namespace tern::php
