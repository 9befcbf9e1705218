// stream_select() and socket_select() with any descriptor. PHP's own refuse those from FD_SETSIZE (1,024) on, and a
// server with many clients has no lower ones left. Calls with low descriptors go to PHP's functions.
#include <cstring>
#include <sys/select.h>

#include "php/coroutine/hooks/selection.h"
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"

namespace tern::php {

namespace {

constexpr uint32_t kSets = Selection::kSets;

php_stream* stream_of(zval* value) {
    if (Z_TYPE_P(value) != IS_RESOURCE) return nullptr;
    return static_cast<php_stream*>(
        zend_fetch_resource2_ex(value, nullptr, php_file_le_stream(), php_file_le_pstream()));
}

int fd_of_stream(zval* value) {
    php_stream* stream = stream_of(value);
    return stream == nullptr ? -1 : fd_to_select(stream, true);
}

// ext/sockets does not export it: the descriptor is the first member of php_socket.
int fd_of_socket(zval* value) {
    int fd = -1;
    const bool is_socket = Z_TYPE_P(value) == IS_OBJECT && zend_string_equals_literal(Z_OBJCE_P(value)->name, "Socket");
    if (is_socket)
        std::memcpy(&fd, reinterpret_cast<const char*>(Z_OBJ_P(value)) - Z_OBJ_HT_P(value)->offset, sizeof fd);
    return fd;
}

bool is_buffered(zval* value) {
    const php_stream* stream = stream_of(value);
    return stream != nullptr && stream->writepos > stream->readpos;
}

// True: PHP's function would refuse it. Programs may define streams, whose descriptor is not asked for twice.
bool is_high_stream(zval* value) {
    php_stream* stream = stream_of(value);
    if (stream == nullptr) return false;
    return php_stream_is(stream, &php_stream_userspace_ops) || fd_to_select(stream, false) >= FD_SETSIZE;
}

bool is_high_socket(zval* value) { return fd_of_socket(value) >= FD_SETSIZE; }

struct Row {
    const char* name;
    Selection::FdOf fd_of;
    Selection::IsBuffered is_buffered;
    bool (*is_high)(zval* value);
};

constexpr Row kRows[] = {{"stream_select", fd_of_stream, is_buffered, is_high_stream},
                         {"socket_select", fd_of_socket, nullptr, is_high_socket}};

bool check_time(bool is_forever, zend_long seconds, bool has_microseconds, zend_long microseconds) {
    if (is_forever && has_microseconds && microseconds != 0) {
        zend_argument_value_error(5, "must be null when argument #4 ($seconds) is null");
    } else if (!is_forever && seconds < 0) {
        zend_argument_value_error(4, "must be greater than or equal to 0");
    } else if (!is_forever && microseconds < 0) {
        zend_argument_value_error(5, "must be greater than or equal to 0");
    } else {
        return true;
    }
    return false;
}

void select_any(const Row& row, INTERNAL_FUNCTION_PARAMETERS) {
    zval* given[kSets];
    zend_long seconds = 0;
    zend_long microseconds = 0;
    bool is_forever = true;
    bool lacks_microseconds = true;
    ZEND_PARSE_PARAMETERS_START(4, 5)
    Z_PARAM_ARRAY_EX2(given[0], 1, 1, 0)
    Z_PARAM_ARRAY_EX2(given[1], 1, 1, 0)
    Z_PARAM_ARRAY_EX2(given[2], 1, 1, 0)
    Z_PARAM_LONG_OR_NULL(seconds, is_forever)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG_OR_NULL(microseconds, lacks_microseconds)
    ZEND_PARSE_PARAMETERS_END();
    for (uint32_t set = 0; set < kSets; ++set) {
        if (given[set] != nullptr) given[set] = ZEND_CALL_ARG(execute_data, set + 1);
    }
    if (!check_time(is_forever, seconds, !lacks_microseconds, microseconds)) RETURN_THROWS();
    Selection selection(row.fd_of, row.is_buffered);
    selection.open(given);
    if (selection.highest() < 0 && EG(exception) == nullptr) zend_value_error("No stream arrays were passed");
    if (EG(exception) == nullptr)
        selection.select(is_forever ? -1 : select_timeout(seconds, microseconds), return_value);
    selection.close();
}

void call_select(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!has_element(execute_data, 1, kSets, row.is_high)) {
        engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    } else if (EG(exception) == nullptr) {
        select_any(row, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    }
}

}  // namespace

void take_over_select_calls() noexcept { ReplacedFunctions<kRows, call_select>::take_over(); }

}  // namespace tern::php
