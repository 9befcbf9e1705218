// The timers of the program, with what they call: Swoole\Timer. One of a Runtime, made on first use.
#pragma once

#include "loop/timer_table.h"
#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

class Timers {
public:
    explicit Timers(Runtime& all) noexcept;
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    // Lets go of what clear_all() has not released: after a fatal error that is the engine's to free.
    ~Timers() = default;

    struct Call {
        zval callable;  // the reference becomes the timer's
        uint32_t count;
        const zval* arguments;  // copied
    };
    // A repeated timer passes its number before the arguments. Returns the number.
    int64_t start(int64_t delay_ms, bool repeats, const Call& call);
    // These free what the timers called, so they may run PHP code, and other coroutines. False: there is none.
    bool clear(int64_t id);
    void clear_all();

    const loop::TimerTable& table() const noexcept { return table_; }

private:
    static void on_due(void* self, loop::NumberedTimer& due) noexcept;

    Runtime& all_;
    loop::TimerTable table_;
};

}  // namespace tern::php
