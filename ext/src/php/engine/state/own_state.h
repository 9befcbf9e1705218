// The settings of one coroutine. PHP keeps for the process what ini_set(), setlocale(), date_default_timezone_set() and
// others set. What a coroutine sets with them is its own while it lives. A switch exchanges the values with those
// outside, so a coroutine that sets nothing pays nothing. The coroutines that it starts begin with a copy. The
// coroutines of a context (php/isolation) share one state, which is the context.
#pragma once

#include <memory>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

// One setting. While the coroutine runs, the part holds the outer value, and otherwise the coroutine's own.
class OwnPart {
public:
    OwnPart() = default;
    OwnPart(const OwnPart&) = delete;
    OwnPart& operator=(const OwnPart&) = delete;
    virtual ~OwnPart() = default;

    virtual void exchange() = 0;
    // The same as exchange(), when the outer value applies for good.
    virtual void put_back() { exchange(); }
    // The code of a context has ended. Shutdown functions and destructors come next. Runs no PHP code.
    virtual void note_end() noexcept {}
    // Called once at the end of a context, while its code can still run.
    virtual void end() {}
    // Makes the part of a coroutine that the running one starts, with the present value. Null: the new coroutine has
    // the outer value.
    virtual OwnPart* inherit() const = 0;
};

class OwnState {
public:
    OwnState() = default;
    OwnState(const OwnState&) = delete;
    OwnState& operator=(const OwnState&) = delete;
    virtual ~OwnState() = default;

    // Finds the part of `key`; null: it is not set.
    OwnPart* find(const void* key) const noexcept;
    // Takes over the part.
    void add(const void* key, OwnPart* part);
    // Makes the part of `key` if there is none.
    void need(const void* key, OwnPart* (*make)());
    virtual void exchange();
    // Makes the state of a coroutine that the running one starts. Null: it inherits nothing.
    virtual OwnState* inherit();
    // The number of the context that this is; 0: it is not one.
    virtual int context_number() const noexcept { return 0; }
    // A fatal error of its code ends no other code (engine/fiber/containment).
    virtual bool contains_fatal_errors() const noexcept { return false; }
    // Its code ends as a signal ends a process: nothing of it runs any more. Call it before that code is unwound.
    virtual void terminate() {}
    // Code of the coroutine gives a callable to the loop or to a server, which call it later and elsewhere.
    virtual void bind_callable(zval* callable) {}
    // Other code gets values of the coroutine, or the coroutine values of other code.
    virtual void share_values() {}
    // The coroutine has ended. Frees the state, which may run PHP code.
    virtual void release() { delete this; }

protected:
    // The same in the opposite order.
    void exchange_backwards();
    // The end of the context begins.
    void note_end_to_parts() const noexcept;
    // Ends the parts, the last first. They may run PHP code.
    void end_parts();
    // Frees the parts, and ends those that came after end_parts(). The outer values apply from now on.
    void drop_parts();

private:
    struct Entry {
        const void* key;
        std::unique_ptr<OwnPart> part;
        bool ended = false;
    };
    std::vector<Entry> parts_;
};

// Calls an internal function at a switch. No error handler, other coroutine or signal runs meanwhile, and a pending
// exception stays as it is.
void call_quietly(void (*call)(void* argument), void* argument);

}  // namespace tern::php
