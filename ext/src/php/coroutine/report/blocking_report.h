// The log text about a worker whose loop does not turn: where the thread is blocked, what would help, and the PHP
// stack. The thread itself writes it, or another thread while the first may be running.
#pragma once

#include "base/fixed_text.h"
#include "base/log.h"
#include "boundary/blocked_call.h"
#include "php/coroutine/report/peek.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

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
