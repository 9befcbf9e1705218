// The timers of the program, with what they call: Swoole\Timer. A Runtime makes one on first use.
#pragma once

#include "loop/timer_table.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

class Timers {
public:
    explicit Timers(Coroutines& coroutines) noexcept;
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    // After a fatal error the engine frees what clear_all() has not released.
    ~Timers() = default;

    struct Call {
        zval callable;  // the timer takes over the reference
        uint32_t count;
        const zval* arguments;  // copied
    };
    // Returns the number of the timer. A repeated timer passes its number before the arguments.
    int64_t start(int64_t delay_ms, bool repeats, const Call& call);
    // These free what the timers call, so they may run PHP code and other coroutines. False: there is no such timer.
    // One whose callback runs is stopped, and leaves the table when that returns or waits.
    bool clear(int64_t id);
    void clear_all();

    const loop::TimerTable& table() const noexcept { return table_; }

private:
    static void on_due(void* self, loop::NumberedTimer& due) noexcept;

    Coroutines& coroutines_;
    loop::TimerTable table_;
};

}  // namespace tern::php
