// The descriptors that the program watches and writes to: Swoole\Event. One of a Runtime, made on first use.
//
// Each holds the loop alive. One that the program closed without removing it fires no more, but is in the way of a
// program's end until it is removed, or until a descriptor that got its number is added.
#pragma once

#include <memory>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "loop/loop.h"
#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

class Watches {
public:
    explicit Watches(Runtime& all) noexcept : all_(all) {}
    Watches(const Watches&) = delete;
    Watches& operator=(const Watches&) = delete;
    // Lets go of what clear() has not released.
    ~Watches() = default;

    // What to do about a descriptor. The references become the watch's; undefined: none.
    struct Wish {
        zval given;  // what callbacks are passed
        zval on_readable;
        zval on_writable;
        loop::Events wanted;
    };
    // These may run PHP code at their end: destructors of what is no longer called. `wish` is used up in any case.
    // EEXIST: it is watched already.
    Error add(int fd, Wish& wish);
    // ENOENT: it is not watched. What `wish` leaves out stays.
    Error change(int fd, Wish& wish);
    // Drops what is not written yet, too. False: it is not watched.
    bool remove(int fd);
    void clear();

    // What the program waits for; 0: it is not watched.
    loop::Events wanted(int fd) const noexcept;
    // By the stream or object that was added, where that has no descriptor any more; -1: none.
    int find(const zval* given) const noexcept;
    // Sends what the kernel takes at once, and the rest when it takes more; all or nothing is accepted.
    Error write(int fd, Bytes data) noexcept;

    static constexpr size_t kMostUnsent = 8 * 1024 * 1024;  // of one descriptor

private:
    // Stays for the next descriptor of its number: the kernel may still know it, when another process has the closed
    // one.
    struct Watch final : loop::EventHandler {
        Watch(Watches& all, int number) noexcept : owner(all), fd(number) {}
        void on_events(loop::Events ready) override { owner.on_events(*this, ready); }

        Watches& owner;
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
    void tell(const Watch& watch, const zval& callable) noexcept;
    void forget(Watch& watch, Wish& old) noexcept;
    static void release(Wish& wish);

    Runtime& all_;
    std::vector<std::unique_ptr<Watch>> watches_;  // by descriptor
};

}  // namespace tern::php
