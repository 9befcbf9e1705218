#include "php/coroutine/hooks/selection.h"

#include <cerrno>
#include <climits>
#include <cstring>

#include "boundary/calls.h"

namespace tern::php {

namespace {

constexpr short kWanted[Selection::kSets] = {POLLIN, POLLOUT, POLLPRI};
// What select() counts as ready.
constexpr short kReady[Selection::kSets] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

bool is_ready(uint32_t set, const pollfd& row) noexcept { return row.fd >= 0 && (row.revents & kReady[set]) != 0; }

}  // namespace

void Selection::add_rows(uint32_t set) {
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(before_[set]), one) {
        ZVAL_DEREF(one);
        const int fd = fd_of_(one);
        if (EG(exception) != nullptr) return;
        rows_[count_++] = {fd, kWanted[set], 0};
        if (fd > highest_) highest_ = fd;
    }
    ZEND_HASH_FOREACH_END();
}

void Selection::open(zval* const (&given)[kSets]) {
    size_t room = 0;
    for (uint32_t set = 0; set < kSets; ++set) {
        given_[set] = given[set];
        if (given[set] == nullptr) continue;
        zval* array = given[set];
        ZVAL_DEREF(array);
        ZVAL_COPY(&before_[set], array);
        room += zend_hash_num_elements(Z_ARRVAL_P(array));
    }
    rows_ = static_cast<pollfd*>(safe_emalloc(room, sizeof(pollfd), sizeof(pollfd)));
    for (uint32_t set = 0; set < kSets && EG(exception) == nullptr; ++set) {
        if (given_[set] != nullptr) add_rows(set);
    }
}

void Selection::close() {
    for (zval& array : before_) zval_ptr_dtor(&array);
    efree(rows_);
}

// `take` tells whether the row of an element is ready.
template <class Take>
zend_long Selection::assign(Take take) {
    zend_long ready = 0;
    const pollfd* row = rows_;
    for (uint32_t set = 0; set < kSets; ++set) {
        if (given_[set] == nullptr) continue;
        zval kept;
        array_init(&kept);
        zend_ulong index;
        zend_string* key;
        zval* value;
        ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(before_[set]), index, key, value) {
            if (!take(set, *row++, value)) continue;
            Z_TRY_ADDREF_P(value);
            if (keys_ == Keys::renumbered) {
                zend_hash_next_index_insert(Z_ARRVAL(kept), value);
            } else if (key != nullptr) {
                zend_hash_update(Z_ARRVAL(kept), key, value);
            } else {
                zend_hash_index_update(Z_ARRVAL(kept), index, value);
            }
            ++ready;
        }
        ZEND_HASH_FOREACH_END();
        assign_array(given_[set], &kept);
    }
    return ready;
}

bool Selection::has_buffered() const {
    zval* value;
    if (is_buffered_ == nullptr || given_[0] == nullptr) return false;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(before_[0]), value) {
        ZVAL_DEREF(value);
        if (is_buffered_(value)) return true;
    }
    ZEND_HASH_FOREACH_END();
    return false;
}

// poll() reports a hang-up that was not asked for, and again at once: such a descriptor is left out.
uint32_t Selection::drop_unwanted() noexcept {
    uint32_t ready = 0;
    for (uint32_t i = 0; i < count_; ++i) {
        pollfd& row = rows_[i];
        const uint32_t set = row.events == POLLIN ? 0 : row.events == POLLOUT ? 1 : 2;
        if (is_ready(set, row)) {
            ++ready;
        } else if (row.revents != 0) {
            row.fd = -1;
        }
    }
    return ready;
}

bool Selection::has_closed() const noexcept {
    for (uint32_t i = 0; i < count_; ++i) {
        if ((rows_[i].revents & POLLNVAL) != 0) return true;
    }
    return false;
}

// Below 0: errno says why.
int Selection::wait(int timeout_ms) {
    for (;;) {
        const int found = boundary::calls::poll_as_select(rows_, count_, timeout_ms);
        if (found <= 0) return found;
        if (has_closed()) {
            errno = EBADF;
            return -1;
        }
        if (drop_unwanted() > 0 || timeout_ms == 0) return found;
    }
}

void Selection::select(int timeout_ms, zval* return_value) {
    if (has_buffered()) {
        RETURN_LONG(assign([this](uint32_t set, const pollfd&, zval* value) {
            ZVAL_DEREF(value);
            return set == 0 && is_buffered_(value);
        }));
    }
    if (wait(timeout_ms) < 0) {
        php_error_docref(nullptr, E_WARNING, "Unable to select [%d]: %s (max_fd=%d)", errno, std::strerror(errno),
                         highest_);
        RETURN_FALSE;
    }
    RETURN_LONG(assign([](uint32_t set, const pollfd& row, zval*) { return is_ready(set, row); }));
}

bool has_element(zend_execute_data* call, uint32_t first, uint32_t last, bool (*is_wanted)(zval* value)) {
    for (uint32_t at = first; at <= last && at <= ZEND_CALL_NUM_ARGS(call); ++at) {
        zval* array = ZEND_CALL_ARG(call, at);
        ZVAL_DEREF(array);
        if (Z_TYPE_P(array) != IS_ARRAY) continue;
        zval* one;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), one) {
            ZVAL_DEREF(one);
            if (is_wanted(one)) return true;
        }
        ZEND_HASH_FOREACH_END();
    }
    return false;
}

void assign_array(zval* argument, zval* array) {
    if (Z_ISREF_P(argument)) {
        ZEND_TRY_ASSIGN_REF_ARR(argument, Z_ARRVAL_P(array));
    } else {
        zval_ptr_dtor(array);
    }
}

int fd_to_select(php_stream* stream, bool warns) {
    constexpr int kForSelect = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (php_stream_cast(stream, kForSelect, reinterpret_cast<void**>(&fd), warns) != SUCCESS) return -1;
    return fd;
}

int select_timeout(zend_long seconds, zend_long microseconds) noexcept {
    const double ms = static_cast<double>(seconds) * 1000 + static_cast<double>(microseconds) / 1000;
    if (ms >= INT_MAX) return INT_MAX;
    const int whole = static_cast<int>(ms);
    return whole < ms ? whole + 1 : whole;
}

}  // namespace tern::php
