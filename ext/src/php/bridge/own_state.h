// What a coroutine has set with functions like ini_set(), setlocale() or date_default_timezone_set(), which PHP keeps
// for the process: the coroutine's own while it lives. It is exchanged with the outer value at each switch, so
// coroutines that set nothing pay nothing. Coroutines that it starts begin with a copy.
#pragma once

#include <memory>
#include <vector>

#include "php/bridge/compat.h"

namespace tern::php {

// One thing that was set. While the coroutine runs it keeps the outer value, otherwise the coroutine's own.
class OwnPart {
public:
    OwnPart() = default;
    OwnPart(const OwnPart&) = delete;
    OwnPart& operator=(const OwnPart&) = delete;
    virtual ~OwnPart() = default;

    virtual void exchange() = 0;
    // Of a coroutine that the running one starts, with the value of now; null: that one has the outer value.
    virtual OwnPart* inherit() const = 0;
};

class OwnState {
public:
    // The part that `key` stands for; null: not set.
    OwnPart* find(const void* key) const noexcept;
    // It becomes the owner.
    void add(const void* key, OwnPart* part);
    void exchange();
    // Null: nothing of it is inherited.
    OwnState* inherit() const;

private:
    struct Entry {
        const void* key;
        std::unique_ptr<OwnPart> part;
    };
    std::vector<Entry> parts_;
};

// How an internal function is called at a switch: no error handler, no other coroutine and no signal comes between, and
// a pending exception stays as it is.
void call_quietly(void (*call)(void* argument), void* argument);

}  // namespace tern::php
