// What the engine keeps for each request in globals that zend_fiber_switch_context() does not switch. These are output
// buffers, how errors are raised, an exception that unwinds (destructors may wait meanwhile), strtok()'s place in its
// text, the last errors of json and pcre, pgsql's default link, the error handler, which the engine unsets while it
// runs, and what calls hold (held_state, object_guards, soap_call, stream_use). Code that leaves a context saves them
// in this one struct, and restores them when the context continues.
#pragma once

#include "php/engine/globals.h"

#define PCRE2_CODE_UNIT_WIDTH 8  // the header of PCRE asks for it
#include <ext/pcre/php_pcre.h>

#include "php/engine/state/default_link.h"
#include "php/engine/state/held_state.h"
#include "php/engine/state/stream_use.h"

namespace tern::php {

class EngineState {
public:
    // Saves what differs from a fresh request, and sets the globals as a fresh request has them.
    void save() noexcept {
        exception_class_ = EG(exception_class);
        error_handling_ = EG(error_handling);
        active_fiber_ = EG(active_fiber);
        EG(exception_class) = nullptr;
        EG(error_handling) = EH_NORMAL;
        EG(active_fiber) = nullptr;
        rare_ = nullptr;
        streams_ = nullptr;
        if (__builtin_expect(may_need_rare(), 0)) save_call();
    }
    // At the end of a coroutine: drops what it has left behind.
    static void reset() noexcept {
        if (__builtin_expect(left_behind() != 0, 0)) reset_rare();
    }
    void restore() noexcept {
        EG(exception_class) = exception_class_;
        EG(error_handling) = error_handling_;
        EG(active_fiber) = active_fiber_;
        if (__builtin_expect((bits(rare_) | bits(streams_)) != 0, 0)) restore_call();
    }

private:
    struct Rare;
    static uintptr_t bits(const void* pointer) noexcept { return reinterpret_cast<uintptr_t>(pointer); }
    // strtok()'s text, and what json_last_error() and preg_last_error() would return.
    static uintptr_t left_behind() noexcept {
        return bits(BG(strtok_string)) | static_cast<unsigned>(code_of(json_error())) |
               static_cast<unsigned>(PCRE_G(error_code));
    }
    // What a call holds is in use within a call only.
    static bool may_need_rare() noexcept {
        const uintptr_t any = bits(OG(active)) | bits(EG(exception)) | bits(DefaultLink::running()) | left_behind();
        return any != 0 || HeldState::within_call();
    }
    static bool needs_rare() noexcept;
    static void reset_rare() noexcept;
    void save_call() noexcept;
    void restore_call() noexcept;
    static Rare* save_rare() noexcept;
    static void restore_rare(Rare* rare) noexcept;

    Rare* rare_;          // null: none of it was in use
    StreamUse* streams_;  // null: calls use none
    zend_class_entry* exception_class_;
    zend_error_handling_t error_handling_;
    zend_fiber* active_fiber_;  // Fiber::suspend() outside of a native Fiber of this coroutine's own is an error
};

}  // namespace tern::php
