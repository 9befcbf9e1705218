// What the engine keeps for each request in globals that zend_fiber_switch_context() does not switch. These are output
// buffers, how errors are raised, an exception that unwinds (destructors may wait meanwhile), strtok()'s place in its
// text, the last errors of json and pcre, pgsql's default link, the error handler, which the engine unsets while it
// runs, and what calls hold (held_state, object_guards, soap_call, stream_use). Code that leaves a context saves them
// in this one struct, and restores them when the context continues.
#pragma once

#include <cstdint>

#include "php/engine/compat/engine.h"
#include "php/engine/compat/module_globals.h"
#include "php/engine/globals.h"

#define PCRE2_CODE_UNIT_WIDTH 8  // the header of PCRE asks for it
#include <ext/pcre/php_pcre.h>

#include "php/engine/state/held_state.h"
#include "php/engine/state/stream_use.h"

namespace tern::php {

// The connection that pg_query() and others use without an argument: the last one that was opened. PHP keeps it for the
// process, but it belongs to the coroutine that has opened it. Others have none until they open one.
class DefaultLink {
public:
    // Call it when all extensions are loaded.
    static void find() noexcept {
        PgsqlGlobals* pgsql = pgsql_globals();
        place_ = pgsql == nullptr ? &none_ : &pgsql->default_link;
    }
    // The one of the running code; null: none.
    static zend_object*& running() noexcept { return *place_; }
    // At the end of a coroutine. May close the connection.
    static void drop() {
        if (zend_object* last = std::exchange(*place_, nullptr)) OBJ_RELEASE(last);
    }

private:
    inline static zend_object* none_ = nullptr;
    inline static zend_object** place_ = &none_;
};

class EngineState {
public:
    // Saves what differs from a fresh request, and sets the globals as a fresh request has them.
    [[gnu::always_inline]] void save() noexcept {
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
    // What strtok() continues with. Code that is called elsewhere begins without one.
    struct Text {
        zend_string* string;
        char* last;
        size_t length;
    };
    static Text take_text() noexcept {
        return {std::exchange(BG(strtok_string), nullptr), BG(strtok_last), BG(strtok_len)};
    }
    static void drop_text() noexcept {
        if (zend_string* last = std::exchange(BG(strtok_string), nullptr)) zend_string_release(last);
    }
    static void put_text_back(const Text& text) noexcept {
        BG(strtok_string) = text.string;
        BG(strtok_last) = text.last;
        BG(strtok_len) = text.length;
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

// The engine counts what forbids fibers to switch. Code that begins anew, on another stack or after a fatal error, is
// not bound by it.

// Allows switches. Returns how often they were forbidden.
inline uint32_t unblock_switches() noexcept {
    uint32_t blocks = 0;
    for (; zend_fiber_switch_blocked(); ++blocks) zend_fiber_switch_unblock();
    return blocks;
}

inline void block_switches(uint32_t blocks) noexcept {
    for (; blocks > 0; --blocks) zend_fiber_switch_block();
}

// Guards against recursion. While the engine runs __get() of an object, or json_encode(), print_r() and others walk
// through a value, it is marked: a walk that meets the mark has come back to where it is. But the marks are in the
// value, which other coroutines may have, too. They would be told of a recursion, or read an undefined property. So a
// coroutine that leaves takes its marks away.
class ObjectGuards {
public:
    static bool in_use() noexcept;
    // Removes the marks of the calls that the running coroutine is in. They are found from the objects and the
    // arguments of these calls. A value that only the call itself has keeps its marks.
    void release() noexcept;
    void take_back() noexcept;

private:
    struct Mark;
    class Search;

    Mark* first_;
};

}  // namespace tern::php
