// The log text about a worker whose loop does not turn: where the thread is blocked, what would help, and the PHP
// stack. The thread itself writes it, or another thread while the first may be running.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "base/fixed_text.h"
#include "base/log.h"
#include "boundary/thread_state.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

// Reads memory that another thread may change or unmap meanwhile. The kernel copies it, so the read fails instead of
// faulting.
class Peek {
public:
    Peek() noexcept;
    Peek(const Peek&) = delete;
    Peek& operator=(const Peek&) = delete;
    ~Peek();

    // False when the memory cannot be read. `bytes` is at most PIPE_BUF.
    bool copy(const void* from, void* into, size_t bytes) noexcept;
    template <class Value, class Into>
    bool copy(const Value* from, Into& into) noexcept {
        static_assert(std::is_trivially_copyable_v<Into>);
        static_assert(std::is_same_v<Value, Into> || (std::is_pointer_v<Value> && std::is_convertible_v<Value, Into>));
        const auto bytes = std::as_writable_bytes(std::span<Into, 1>(&into, 1));
        return copy(from, bytes.data(), bytes.size());
    }

private:
    int ends_[2] = {-1, -1};
};

using BlockingText = FixedText<Log::kMaxMessage>;

struct Blocking {
    int64_t for_ms = 0;
    boundary::BlockedCall call;
    boundary::Groups switched_on = 0;  // of the boundary
    bool in_coroutine = false;
    bool computes = false;  // the thread has not waited, but used its processor
};

// Adds a line break and a line for each frame. Returns whether one of the frames includes a file once.
bool write_stack(BlockingText& text, const zend_execute_data* frame, Peek& peek) noexcept;
// Adds the whole report. The stack is the one that begins at `frame`.
void write_blocking(BlockingText& text, const Blocking& blocking, const zend_execute_data* frame, Peek& peek) noexcept;

}  // namespace tern::php
