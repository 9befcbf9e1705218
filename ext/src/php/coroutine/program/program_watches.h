// The descriptors that the program watches and writes to: Swoole\Event. A Runtime makes one on first use.
//
// Each watch keeps the loop alive. A descriptor that the program has closed without removing it fires no more, but
// keeps the program from ending until it is removed, or until another descriptor with its number is added.
#pragma once

#include <memory>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "loop/loop.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

class ProgramWatches {
public:
    explicit ProgramWatches(Coroutines& coroutines) noexcept : coroutines_(coroutines) {}
    ProgramWatches(const ProgramWatches&) = delete;
    ProgramWatches& operator=(const ProgramWatches&) = delete;
    // After a fatal error the engine frees what clear() has not released.
    ~ProgramWatches() = default;

    // What to do for a descriptor. The watch takes over the references. Undefined: none.
    struct Wish {
        zval given;  // what callbacks are passed
        zval on_readable;
        zval on_writable;
        loop::Events wanted;
    };
    // These may run PHP code at their end: destructors of what is no longer called. They take over `wish` in any case.
    // EEXIST: the descriptor is watched already.
    Error add(int fd, Wish& wish);
    // Changes what `wish` has; the rest stays. ENOENT: the descriptor is not watched.
    Error change(int fd, Wish& wish);
    // Also drops what is not written yet. False: the descriptor is not watched.
    bool remove(int fd);
    void clear();

    // What the program waits for. 0: the descriptor is not watched.
    loop::Events wanted(int fd) const noexcept;
    // Finds a descriptor by the stream or object that was added, which may have no descriptor any more. -1: none.
    int find(const zval* given) const noexcept;
    // Sends what the kernel takes at once, and the rest when it takes more. Accepts all of the data or none of it.
    Error write(int fd, Bytes data) noexcept;

    static constexpr size_t kMostUnsent = 8 * 1024 * 1024;  // of one descriptor

private:
    // A watch stays for the next descriptor with its number. The kernel may still know the old one, if another process
    // has it.
    struct Watch final : loop::EventHandler {
        Watch(ProgramWatches& all, int number) noexcept : owner(all), fd(number) {}
        void on_events(loop::Events ready) override { owner.on_events(*this, ready); }

        ProgramWatches& owner;
        int fd;
        bool added = false;           // by the program
        uint32_t generation = 0;      // of add(): a later one is another descriptor
        loop::Events wanted = 0;      // by the program
        loop::Events registered = 0;  // at the loop
        zval given = {};
        zval on_readable = {};
        zval on_writable = {};
        Buffer unsent;
        size_t sent = 0;  // of `unsent`
    };

    Watch* at(int fd) const noexcept;
    Watch& place(int fd) noexcept;
    Error register_as(Watch& watch) noexcept;
    Error flush(Watch& watch) noexcept;
    void on_events(Watch& watch, loop::Events ready) noexcept;
    void call_program(const Watch& watch, const zval& callable) noexcept;
    void detach(Watch& watch, Wish& old) noexcept;
    static void release(Wish& wish);

    Coroutines& coroutines_;
    std::vector<std::unique_ptr<Watch>> watches_;  // by descriptor
};

}  // namespace tern::php
