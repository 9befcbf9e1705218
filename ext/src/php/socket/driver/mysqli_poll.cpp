// mysqli_poll() with any descriptor. PHP's own leaves out connections whose descriptor is FD_SETSIZE (1,024) or more.
// Calls without such a connection go to PHP's function.
#include <sys/select.h>

#include "php/engine/compat/mysqlnd.h"
#include "php/engine/registry.h"
// PHP's header needs what comes before.
#include <ext/mysqlnd/mysqlnd_connection.h>

#include "php/coroutine/hooks/selection.h"
#include "php/engine/internal_function.h"
#include "php/socket/driver/driver_objects.h"

namespace tern::php {

namespace {

constexpr const char* kNames[] = {"mysqli_poll", "mysqli::poll"};

// Null: the value is no open connection.
MYSQLND_CONN_DATA* session_of(const zval* value) {
    const auto* type = static_cast<zend_class_entry*>(zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("mysqli")));
    if (Z_TYPE_P(value) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(value), type)) return nullptr;
    const auto* link = static_cast<const MYSQLND*>(link_of_mysqli(Z_OBJ_P(value)));
    return link == nullptr ? nullptr : link->data;
}

int fd_of(zval* value) {
    const MYSQLND_CONN_DATA* session = session_of(value);
    php_stream* stream =
        session == nullptr || session->vio == nullptr ? nullptr : session->vio->data->m.get_stream(session->vio);
    return stream == nullptr ? -1 : fd_to_select(stream, false);
}

bool is_high(zval* value) { return fd_of(value) >= FD_SETSIZE; }

bool awaits_response(const MYSQLND_CONN_DATA& session) {
    const auto state = GET_CONNECTION_STATE(&session.state);
    return state > CONN_READY && state != CONN_QUIT_SENT;
}

// Moves the connections that wait for no response from `read` to `rejected`. Returns how many there are.
uint32_t reject_idle(zval* read, zval* rejected) {
    zval awaited, idle;
    array_init(&awaited);
    array_init(&idle);
    zval* array = read;
    ZVAL_DEREF(array);
    zval* one;
    int place = 0;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), one) {
        ++place;
        ZVAL_DEREF(one);
        if (const MYSQLND_CONN_DATA* session = session_of(one)) {
            Z_ADDREF_P(one);
            add_next_index_zval(awaits_response(*session) ? &awaited : &idle, one);
        } else {
            php_error_docref(nullptr, E_WARNING, "[%d] Couldn't fetch %s", place, zend_zval_type_name(one));
        }
    }
    ZEND_HASH_FOREACH_END();
    const uint32_t count = zend_hash_num_elements(Z_ARRVAL(idle));
    assign_array(read, &awaited);
    assign_array(rejected, &idle);
    return count;
}

void wait_for_any(zval* read, zval* failed, zval* rejected, int timeout_ms, zval* return_value) {
    const bool has_idle = read != nullptr && reject_idle(read, rejected) > 0;
    if (EG(exception) != nullptr) return;
    Selection selection(fd_of, nullptr, Selection::Keys::renumbered);
    selection.open({read, nullptr, failed});
    if (selection.highest() < 0) {
        php_error_docref(nullptr, E_WARNING, "%s",
                         has_idle ? "All arrays passed are clear" : "No stream arrays were passed");
        RETVAL_FALSE;
    } else if (EG(exception) == nullptr) {
        selection.select(timeout_ms, return_value);
    }
    selection.close();
}

void poll_any(INTERNAL_FUNCTION_PARAMETERS) {
    zval* read;
    zval* failed;
    zval* rejected;
    zend_long seconds = 0;
    zend_long microseconds = 0;
    ZEND_PARSE_PARAMETERS_START(4, 5)
    Z_PARAM_ARRAY_EX2(read, 1, 1, 0)
    Z_PARAM_ARRAY_EX2(failed, 1, 1, 0)
    Z_PARAM_ARRAY_EX2(rejected, 0, 1, 0)
    Z_PARAM_LONG(seconds)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(microseconds)
    ZEND_PARSE_PARAMETERS_END();
    if (seconds < 0) {
        zend_argument_value_error(4, "must be greater than or equal to 0");
    } else if (microseconds < 0) {
        zend_argument_value_error(5, "must be greater than or equal to 0");
    } else {
        const auto argument = [&](const zval* parsed, uint32_t at) {
            return parsed == nullptr ? nullptr : ZEND_CALL_ARG(execute_data, at);
        };
        wait_for_any(argument(read, 1), argument(failed, 2), argument(rejected, 3),
                     select_timeout(seconds, microseconds), return_value);
    }
}

void call_poll(const char*, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    has_element(execute_data, 1, 2, is_high) ? poll_any(INTERNAL_FUNCTION_PARAM_PASSTHRU)
                                             : engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

}  // namespace

void take_over_mysqli_poll() noexcept { ReplacedFunctions<kNames, call_poll>::take_over(); }

}  // namespace tern::php
