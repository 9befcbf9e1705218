// opcache where no request of PHP begins or ends by itself: what it takes for now, and when it may restart, which
// empties the memory that all processes of the server share.
//
// A process holds that memory while code from there may run: as long as one of its contexts lives that began while
// opcache was on. Contexts that begin while a restart is pending run without opcache, so the restart always comes. Code
// outside of contexts is not taken from opcache where tern.opcache_outside is 0. Otherwise it runs for as long as the
// server, and opcache never restarts.
//
// Here the lock is one of an open file description (F_OFD_SETLK). opcache's own locks are a process's: a fork has none,
// opcache does not see those of its own process, and ends others by SIGKILL when they hold one for too long.
#pragma once

#include <utility>

#include "php/engine/compat/engine.h"

namespace tern::php {

class OpcacheUse {
public:
    // A context begins. Call it outside of contexts.
    void begin() noexcept;
    // Nothing refers to code of the context any more.
    void end() noexcept;
    // The context is entered or left.
    void exchange() noexcept {
        if (char* now = flags_now) {
            std::swap(flags_.counted, now[0]);
            std::swap(flags_.enabled, now[1]);
            std::swap(flags_.active, now[3]);
        }
    }
    // Changes when opcache goes off as a restart is pending, and when it is on again. May restart opcache.
    static uint32_t generation() noexcept;
    // The working directory of the process has changed without chdir() of PHP. opcache keeps its name, and takes a file
    // that is included by a relative name for that of the same name there. The name is a block of the running heap.
    static void drop_directory() noexcept;
    static bool knows_directory() noexcept;
    // Which superglobals code of the running request has needed, as bits; null: not known, or preloaded code needs
    // some.
    static inline int* made_superglobals = nullptr;
    // Frees ended contexts that nothing refers to any more. Set by Context.
    static inline void (*free_ended)() = nullptr;

private:
    friend class Opcache;
    // Of opcache's globals: this request holds the memory, opcache.enable, opcache is used.
    struct Flags {
        char counted = 0;
        char enabled = 0;
        char active = 0;
    };
    static inline char* flags_now = nullptr;  // null: opcache is off, or none that is known

    Flags flags_;
    bool holds_ = false;
};

// opcache in this process, at the start and the end of PHP's own request.
void begin_opcache() noexcept;
void end_opcache() noexcept;

// Whether strings in opcache's memory may go while this process lives. Set at the start.
inline bool cached_strings_may_go = false;

zend_string* copy_cached_string(const zend_string& text);

}  // namespace tern::php
