#include "php/hooks/select_calls.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <iterator>
#include <poll.h>
#include <sys/select.h>

#include "boundary/calls.h"
#include "php/bridge/internal_function.h"

namespace tern::php {

namespace {

constexpr uint32_t kSets = 3;  // what is to become readable, writable, exceptional
constexpr short kWanted[kSets] = {POLLIN, POLLOUT, POLLPRI};
// What select() counts as ready.
constexpr short kReady[kSets] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

enum class Kind : uint8_t { streams, sockets };

struct Row {
    const char* name;
    Kind kind;
};

constexpr Row kRows[] = {{"stream_select", Kind::streams}, {"socket_select", Kind::sockets}};

php_stream* stream_of(zval* value) {
    if (Z_TYPE_P(value) != IS_RESOURCE) return nullptr;
    return static_cast<php_stream*>(
        zend_fetch_resource2_ex(value, nullptr, php_file_le_stream(), php_file_le_pstream()));
}

int fd_of_stream(php_stream* stream, bool warns) {
    constexpr int kForSelect = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (php_stream_cast(stream, kForSelect, reinterpret_cast<void**>(&fd), warns) != SUCCESS) return -1;
    return fd;
}

// ext/sockets does not export it: the descriptor is the first member of php_socket.
int fd_of_socket(const zval* value) {
    int fd = -1;
    const bool is_socket = Z_TYPE_P(value) == IS_OBJECT && zend_string_equals_literal(Z_OBJCE_P(value)->name, "Socket");
    if (is_socket)
        std::memcpy(&fd, reinterpret_cast<const char*>(Z_OBJ_P(value)) - Z_OBJ_HT_P(value)->offset, sizeof fd);
    return fd;
}

int fd_of(Kind kind, zval* value) {
    ZVAL_DEREF(value);
    if (kind == Kind::sockets) return fd_of_socket(value);
    php_stream* stream = stream_of(value);
    return stream == nullptr ? -1 : fd_of_stream(stream, true);
}

// True: PHP's function would refuse it. Programs may define streams, whose descriptor is not asked for twice.
bool is_high(Kind kind, zval* value) {
    ZVAL_DEREF(value);
    if (kind == Kind::sockets) return fd_of_socket(value) >= FD_SETSIZE;
    php_stream* stream = stream_of(value);
    if (stream == nullptr) return false;
    return php_stream_is(stream, &php_stream_userspace_ops) || fd_of_stream(stream, false) >= FD_SETSIZE;
}

bool has_high(Kind kind, zend_execute_data* call) {
    for (uint32_t set = 1; set <= kSets && set <= ZEND_CALL_NUM_ARGS(call); ++set) {
        zval* array = ZEND_CALL_ARG(call, set);
        ZVAL_DEREF(array);
        if (Z_TYPE_P(array) != IS_ARRAY) continue;
        zval* one;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), one) {
            if (is_high(kind, one)) return true;
        }
        ZEND_HASH_FOREACH_END();
    }
    return false;
}

struct Selection {
    Kind kind;
    zval* given[kSets];  // the arguments, references; null: none
    zval before[kSets];  // what they were: other coroutines may change them meanwhile
    pollfd* rows;        // of all elements, set after set; without a descriptor: -1
    uint32_t count;
    int highest;
};

void add_rows(Selection& selection, uint32_t set) {
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(selection.before[set]), one) {
        const int fd = fd_of(selection.kind, one);
        if (EG(exception) != nullptr) return;
        selection.rows[selection.count++] = {fd, kWanted[set], 0};
        if (fd > selection.highest) selection.highest = fd;
    }
    ZEND_HASH_FOREACH_END();
}

void open(Selection& selection) {
    size_t room = 0;
    for (uint32_t set = 0; set < kSets; ++set) {
        ZVAL_UNDEF(&selection.before[set]);
        if (selection.given[set] == nullptr) continue;
        zval* array = selection.given[set];
        ZVAL_DEREF(array);
        ZVAL_COPY(&selection.before[set], array);
        room += zend_hash_num_elements(Z_ARRVAL_P(array));
    }
    selection.rows = static_cast<pollfd*>(safe_emalloc(room, sizeof(pollfd), sizeof(pollfd)));
    for (uint32_t set = 0; set < kSets && EG(exception) == nullptr; ++set) {
        if (selection.given[set] != nullptr) add_rows(selection, set);
    }
}

void close(Selection& selection) {
    for (zval& array : selection.before) zval_ptr_dtor(&array);
    efree(selection.rows);
}

void keep(zval* into, zend_ulong index, zend_string* key, zval* value) {
    Z_TRY_ADDREF_P(value);
    key != nullptr ? zend_hash_update(Z_ARRVAL_P(into), key, value)
                   : zend_hash_index_update(Z_ARRVAL_P(into), index, value);
}

// Assigns what is ready of each set, with its keys. `take` tells whether the row of an element is.
template <class Take>
zend_long assign(Selection& selection, Take take) {
    zend_long ready = 0;
    const pollfd* row = selection.rows;
    for (uint32_t set = 0; set < kSets; ++set) {
        if (selection.given[set] == nullptr) continue;
        zval kept;
        array_init(&kept);
        zend_ulong index;
        zend_string* key;
        zval* value;
        ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(selection.before[set]), index, key, value) {
            if (!take(set, *row++, value)) continue;
            keep(&kept, index, key, value);
            ++ready;
        }
        ZEND_HASH_FOREACH_END();
        if (Z_ISREF_P(selection.given[set])) {
            ZEND_TRY_ASSIGN_REF_ARR(selection.given[set], Z_ARRVAL(kept));
        } else {
            zval_ptr_dtor(&kept);
        }
    }
    return ready;
}

bool is_ready(uint32_t set, const pollfd& row) noexcept { return row.fd >= 0 && (row.revents & kReady[set]) != 0; }

bool is_buffered(uint32_t set, zval* value) {
    ZVAL_DEREF(value);
    const php_stream* stream = set == 0 ? stream_of(value) : nullptr;
    return stream != nullptr && stream->writepos > stream->readpos;
}

bool has_buffered(Selection& selection) {
    zval* value;
    if (selection.kind != Kind::streams || selection.given[0] == nullptr) return false;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(selection.before[0]), value) {
        if (is_buffered(0, value)) return true;
    }
    ZEND_HASH_FOREACH_END();
    return false;
}

// poll() reports a hang-up that was not asked for, and again at once: such a descriptor is left out.
uint32_t drop_unwanted(Selection& selection) {
    uint32_t ready = 0;
    for (uint32_t i = 0; i < selection.count; ++i) {
        pollfd& row = selection.rows[i];
        const uint32_t set = row.events == POLLIN ? 0 : row.events == POLLOUT ? 1 : 2;
        if (is_ready(set, row)) {
            ++ready;
        } else if (row.revents != 0) {
            row.fd = -1;
        }
    }
    return ready;
}

bool has_closed(const Selection& selection) noexcept {
    for (uint32_t i = 0; i < selection.count; ++i) {
        if ((selection.rows[i].revents & POLLNVAL) != 0) return true;
    }
    return false;
}

// Suspends. Below 0: errno says why.
int wait(Selection& selection, int timeout_ms) {
    for (;;) {
        const int found = boundary::calls::poll_as_select(selection.rows, selection.count, timeout_ms);
        if (found <= 0) return found;
        if (has_closed(selection)) {
            errno = EBADF;
            return -1;
        }
        if (drop_unwanted(selection) > 0 || timeout_ms == 0) return found;
    }
}

void select(Selection& selection, int timeout_ms, zval* return_value) {
    if (has_buffered(selection)) {
        RETURN_LONG(
            assign(selection, [](uint32_t set, const pollfd&, zval* value) { return is_buffered(set, value); }));
    }
    if (wait(selection, timeout_ms) < 0) {
        php_error_docref(nullptr, E_WARNING, "Unable to select [%d]: %s (max_fd=%d)", errno, std::strerror(errno),
                         selection.highest);
        RETURN_FALSE;
    }
    RETURN_LONG(assign(selection, [](uint32_t set, const pollfd& row, zval*) { return is_ready(set, row); }));
}

// Rounded up: a wait is never shorter than the program wants. -1: no limit.
int timeout_of(bool is_forever, zend_long seconds, zend_long microseconds) {
    if (is_forever) return -1;
    const double ms = static_cast<double>(seconds) * 1000 + static_cast<double>(microseconds) / 1000;
    if (ms >= INT_MAX) return INT_MAX;
    const int whole = static_cast<int>(ms);
    return whole < ms ? whole + 1 : whole;
}

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

void select_any(Kind kind, INTERNAL_FUNCTION_PARAMETERS) {
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
    Selection selection{kind, {given[0], given[1], given[2]}, {}, nullptr, 0, -1};
    open(selection);
    if (selection.highest < 0 && EG(exception) == nullptr) zend_value_error("No stream arrays were passed");
    if (EG(exception) == nullptr) select(selection, timeout_of(is_forever, seconds, microseconds), return_value);
    close(selection);
}

void call_select(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!has_high(row.kind, execute_data)) {
        engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    } else if (EG(exception) == nullptr) {
        select_any(row.kind, INTERNAL_FUNCTION_PARAM_PASSTHRU);
    }
}

}  // namespace

void take_over_select_calls() noexcept { ReplacedFunctions<kRows, call_select>::take_over(); }

}  // namespace tern::php
