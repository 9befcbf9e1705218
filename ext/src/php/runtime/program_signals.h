// What the program wants to be called for signals: Swoole\Process::signal(). One of a Runtime, made on first use.
#pragma once

#include <csignal>

#include "base/error.h"
#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

class ProgramSignals {
public:
    explicit ProgramSignals(Runtime& all) noexcept;
    ProgramSignals(const ProgramSignals&) = delete;
    ProgramSignals& operator=(const ProgramSignals&) = delete;
    // Lets go of what clear() has not released.
    ~ProgramSignals() = default;

    // Takes the reference in any case. May run PHP code at its end: a destructor of what is no longer called. Errors as
    // of boundary::Signals.
    Error set(int signal, zval* callable);
    // False: there was none.
    bool remove(int signal);
    void clear();

private:
    void on_signal(int signal) noexcept;

    Runtime& all_;
    zval callables_[NSIG];
};

}  // namespace tern::php
