#include "php/bridge/mysql_session.h"

#include <dlfcn.h>
#include <ext/mysqlnd/mysqlnd.h>

namespace tern::php {

namespace {

using FromObject = MYSQLND*(zval*, unsigned, unsigned*);

// mysqlnd may be an extension of its own, loaded before or after this one.
FromObject* from_object() noexcept {
    static FromObject* const found = reinterpret_cast<FromObject*>(dlsym(RTLD_DEFAULT, "zval_to_mysqlnd"));
    return found;
}

}  // namespace

bool reset_mysql_session(zval* connection, zend_string* database) {
    if (from_object() == nullptr) return false;
    unsigned ignored = 0;
    MYSQLND* handle = from_object()(connection, 0, &ignored);
    if (handle == nullptr) return false;
    MYSQLND_CONN_DATA* session = handle->data;
    // Copies: changing the user replaces what the session has.
    zend_string* user = zend_string_init(session->username.s, session->username.l, false);
    zend_string* password = zend_string_init(session->password.s, session->password.l, false);
    const MYSQLND_STRING& first = session->connect_or_select_db;
    zend_string* name = database != nullptr ? zend_string_copy(database) : zend_string_init(first.s, first.l, false);
    const bool changed = session->m->change_user(session, ZSTR_VAL(user), ZSTR_VAL(password), ZSTR_VAL(name), false,
                                                 ZSTR_LEN(password)) == PASS;
    zend_string_release(user);
    zend_string_release(password);
    zend_string_release(name);
    if (!changed) return false;
    // The answer does not tell the status; whatever transaction there was, it is over.
    session->upsert_status->server_status &= ~static_cast<unsigned>(SERVER_STATUS_IN_TRANS);
    return session->m->execute_init_commands(session) == PASS;
}

}  // namespace tern::php
