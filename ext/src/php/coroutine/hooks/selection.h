// What select() waits for, with any descriptor: PHP's own functions refuse those from FD_SETSIZE (1,024) on.
#pragma once

#include <cstdint>
#include <poll.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

// The arrays of one call: what is to become readable, writable, exceptional. A local of the call, which ends with
// close().
class Selection {
public:
    static constexpr uint32_t kSets = 3;

    // The descriptor of an element, which is no reference; -1: it has none. May throw.
    using FdOf = int (*)(zval* value);
    // Whether it can be read from at once. Null: that depends on its descriptor alone.
    using IsBuffered = bool (*)(zval* value);

    enum class Keys : uint8_t { kept, renumbered };

    explicit Selection(FdOf fd_of, IsBuffered is_buffered = nullptr, Keys keys = Keys::kept) noexcept
        : fd_of_(fd_of), is_buffered_(is_buffered), keys_(keys) {}

    // Copies the arrays, which other coroutines may change meanwhile. `given`: arguments; null: there is none.
    void open(zval* const (&given)[kSets]);
    void close();
    // -1: no element has a descriptor.
    int highest() const noexcept { return highest_; }
    // Suspends, and assigns to each array what is ready of it. -1: no limit. Returns what select()
    // counts, or false with a warning.
    void select(int timeout_ms, zval* return_value);

private:
    void add_rows(uint32_t set);
    int wait(int timeout_ms);
    uint32_t drop_unwanted() noexcept;
    bool has_closed() const noexcept;
    bool has_buffered() const;
    template <class Take>
    zend_long assign(Take take);

    FdOf fd_of_;
    IsBuffered is_buffered_;
    Keys keys_;
    zval* given_[kSets] = {};  // references
    zval before_[kSets] = {};
    pollfd* rows_ = nullptr;  // of all elements, set after set
    uint32_t count_ = 0;
    int highest_ = -1;
};

// Whether `is_wanted` is true for an element of the arrays among these arguments, which are references.
bool has_element(zend_execute_data* call, uint32_t first, uint32_t last, bool (*is_wanted)(zval* value));
// Takes over the array.
void assign_array(zval* argument, zval* array);
// -1: the stream has none. May throw.
int fd_to_select(php_stream* stream, bool warns);

// The milliseconds of a timeout, rounded up: a wait is never shorter than the program wants.
int select_timeout(zend_long seconds, zend_long microseconds) noexcept;

}  // namespace tern::php
