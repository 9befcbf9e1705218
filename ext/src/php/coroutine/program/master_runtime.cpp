#include "php/coroutine/program/master_runtime.h"

#include <algorithm>
#include <climits>

#include "php/engine/fiber/waiting.h"

namespace tern::php {

MasterRuntime::MasterRuntime(const Settings& settings) noexcept
    : settings_(settings),
      root_(EG(current_fiber_context)),
      watch_([](void* self) { static_cast<MasterRuntime*>(self)->fired_ = true; }, this) {
    TERN_G(master_runtime) = this;
}

// The script ends what could not be ended here, and what the engine has to free.
MasterRuntime::~MasterRuntime() {
    if (TERN_G(master_runtime) == this) TERN_G(master_runtime) = nullptr;
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || runtime->is_script) return;
    runtime->is_script = true;
    runtime->script.over = true;
    if (!runtime->bailed) (void)drop_script_runtime();
}

Result<Runtime*> MasterRuntime::make() noexcept {
    if (Runtime* runtime = php::runtime(); runtime != nullptr) return runtime;
    Result<Runtime*> made = open_runtime(root_);
    if (!made.ok()) return made;
    settle(*made.value());
    return made;
}

void MasterRuntime::take_over_script() noexcept {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr) return;
    runtime->is_script = false;
    settle(*runtime);
}

void MasterRuntime::settle(Runtime& runtime) const noexcept {
    runtime.pool.max_coroutines = settings_.max_coroutines;
    runtime.loop_calls.in_coroutines = settings_.callbacks_in_coroutines;
    runtime.run_until = callbacks_until_;
}

void MasterRuntime::leave_in_child() noexcept { TERN_G(master_runtime) = nullptr; }

// The callback may have made the runtime, which does not know of the failure yet.
void MasterRuntime::note(Outcome outcome) noexcept {
    Runtime* runtime = php::runtime();
    failed_ = outcome == Outcome::bailed || (runtime != nullptr && runtime->bailed);
    if (failed_ && runtime != nullptr) runtime->bailed = true;
}

// Reports `fd` once until the next wait: otherwise a loop that a callback turns would find it readable for ever.
Error MasterRuntime::watch(int fd) noexcept {
    loop::Loop& loop = runtime()->loop;
    if (watched_ && !std::exchange(fired_, false)) return Error::ok;
    const Error error = watched_ ? loop.rewatch(fd, loop::kReadable, loop::Trigger::once, watch_)
                                 : loop.watch(fd, loop::kReadable, loop::Trigger::once, watch_);
    watched_ = error == Error::ok;
    return error;
}

bool MasterRuntime::wait(int fd, int64_t timeout_ms) noexcept {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || failed_ || watch(fd) != Error::ok) return false;
    Error error = Error::ok;
    (void)enter([&] {
        runtime->running = true;
        error = runtime->loop.turn(static_cast<int>(std::min<int64_t>(timeout_ms, INT_MAX)));
        runtime->loop.pulse().waits();
        runtime->running = false;
        return Outcome::ok;
    });
    return error == Error::ok;
}

// Twice, as freeing may run code that starts more.
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
