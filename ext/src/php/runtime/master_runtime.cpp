#include "php/runtime/master_runtime.h"

#include <algorithm>
#include <climits>

#include "php/runtime/script.h"

namespace tern::php {

MasterRuntime::MasterRuntime(const Settings& settings) noexcept
    : settings_(settings),
      root_(EG(current_fiber_context)),
      watch_([](void* self) { static_cast<MasterRuntime*>(self)->fired_ = true; }, this) {
    TERN_G(master_runtime) = this;
}

// What could not be ended, or is the engine's to free, is left to the script.
MasterRuntime::~MasterRuntime() {
    if (TERN_G(master_runtime) == this) TERN_G(master_runtime) = nullptr;
    Runtime* all = runtime();
    if (all == nullptr || all->is_script) return;
    all->is_script = true;
    all->over = true;
    if (!all->bailed) (void)drop_script_runtime();
}

Result<Runtime*> MasterRuntime::make() noexcept {
    if (Runtime* all = runtime(); all != nullptr) return all;
    Result<Runtime*> made = open_runtime(root_);
    if (!made.ok()) return made;
    Runtime& all = *made.value();
    all.max_coroutines = settings_.max_coroutines;
    all.callbacks_in_coroutines = settings_.callbacks_in_coroutines;
    all.run_until = callbacks_until_;
    return made;
}

void MasterRuntime::leave_in_child() noexcept { TERN_G(master_runtime) = nullptr; }

// A runtime that the callback made itself knows nothing of it yet.
void MasterRuntime::note(Outcome outcome) noexcept {
    Runtime* all = runtime();
    failed_ = outcome == Outcome::bailed || (all != nullptr && all->bailed);
    if (failed_ && all != nullptr) all->bailed = true;
}

// Told once until the next wait: loops that callbacks turn themselves would find it readable for ever.
Error MasterRuntime::watch(int fd) noexcept {
    loop::Loop& loop = runtime()->loop;
    if (watched_ && !std::exchange(fired_, false)) return Error::ok;
    const Error error = watched_ ? loop.rewatch(fd, loop::kReadable, loop::Trigger::once, watch_)
                                 : loop.watch(fd, loop::kReadable, loop::Trigger::once, watch_);
    watched_ = error == Error::ok;
    return error;
}

bool MasterRuntime::wait(int fd, int64_t timeout_ms) noexcept {
    Runtime* all = runtime();
    if (all == nullptr || failed_ || watch(fd) != Error::ok) return false;
    Error error = Error::ok;
    (void)enter([&] {
        all->running = true;
        error = all->loop.turn(static_cast<int>(std::min<int64_t>(timeout_ms, INT_MAX)));
        all->loop.pulse().waits();
        all->running = false;
        return Outcome::ok;
    });
    return error == Error::ok;
}

// Twice: what is freed may start more.
void MasterRuntime::end_program() noexcept {
    (void)enter([] {
        for (int round = 0; round < 2 && runtime() != nullptr && !runtime()->bailed; ++round) {
            drop_callbacks(*runtime());
            cancel_all(*runtime());
        }
        return Outcome::ok;
    });
}

void MasterRuntime::limit_callbacks(coro::Deadline until) noexcept {
    callbacks_until_ = until;
    if (runtime() != nullptr) runtime()->run_until = until;
}

}  // namespace tern::php
