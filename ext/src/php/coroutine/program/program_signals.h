// The program's signal handlers: Swoole\Process::signal(). A Runtime makes this on first use.
#pragma once

#include <csignal>

#include "base/error.h"
#include "boundary/signals.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

class ProgramSignals {
public:
    ProgramSignals(Coroutines& coroutines, boundary::Signals& signals) noexcept;
    ProgramSignals(const ProgramSignals&) = delete;
    ProgramSignals& operator=(const ProgramSignals&) = delete;
    // After a fatal error the engine frees what clear() has not released.
    ~ProgramSignals() = default;

    // Takes over the reference in any case. May run PHP code at its end: the destructor of the former callable. The
    // errors are those of boundary::Signals.
    Error set(int signal, zval* callable);
    // False: there was no handler.
    bool remove(int signal);
    void clear();

private:
    void on_signal(int signal) noexcept;

    Coroutines& coroutines_;
    boundary::Signals& signals_;
    zval callables_[NSIG];
};

// A process of a pool, as System::waitSignal() knows it.
class SignalOwner {
public:
    // The program handles this signal itself.
    virtual void give_away(int signal) noexcept = 0;

protected:
    ~SignalOwner() = default;
};

}  // namespace tern::php
