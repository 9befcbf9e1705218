#include "php/coroutine/program/program_signals.h"

#include "php/engine/fiber/program_entry.h"

namespace tern::php {

ProgramSignals::ProgramSignals(Coroutines& coroutines, boundary::Signals& signals) noexcept
    : coroutines_(coroutines), signals_(signals) {
    for (zval& one : callables_) ZVAL_UNDEF(&one);
    signals_.set_listener([](void* self, int signal) { static_cast<ProgramSignals*>(self)->on_signal(signal); }, this);
}

Error ProgramSignals::set(int signal, zval* callable) {
    zval& place = callables_[signal];
    const Error error = Z_ISUNDEF(place) ? signals_.listen(signal) : Error::ok;
    zval former;
    ZVAL_COPY_VALUE(&former, error == Error::ok ? &place : callable);
    if (error == Error::ok) ZVAL_COPY_VALUE(&place, callable);
    zval_ptr_dtor(&former);
    return error;
}

bool ProgramSignals::remove(int signal) {
    if (Z_ISUNDEF(callables_[signal])) return false;
    zval former;
    ZVAL_COPY_VALUE(&former, &callables_[signal]);
    ZVAL_UNDEF(&callables_[signal]);
    signals_.stop_listening(signal);
    zval_ptr_dtor(&former);
    return true;
}

void ProgramSignals::clear() {
    for (int signal = 1; signal < NSIG; ++signal) (void)remove(signal);
}

void ProgramSignals::on_signal(int signal) noexcept {
    if (Z_ISUNDEF(callables_[signal])) return;
    LoopCall call{};
    ZVAL_COPY(&call.callable, &callables_[signal]);
    call.count = 1;
    ZVAL_LONG(&call.argument, signal);
    call_back(coroutines_, call);
}

}  // namespace tern::php
