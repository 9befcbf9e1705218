// The template that event workers are forked from. Where there is none, the master forks them, and each loads the
// program itself: so a template that fails costs memory, and no request.
#include "base/clock.h"
#include "proc/master.h"

namespace tern::proc {

void Master::enable_template() noexcept {
    if (!options_.has_template) return;
    if (Error error = template_.enable(); error != Error::ok)
        log_.print(LogLevel::warning, "each worker loads the program itself: %s", describe(error));
}

bool Master::awaits_template(int worker_id, int64_t now_ms) const noexcept {
    return state_.roster().role_of(worker_id) == WorkerRole::event && template_.pending(now_ms);
}

TemplateProcess* Master::template_of(int worker_id) noexcept {
    return state_.roster().role_of(worker_id) == WorkerRole::event && template_.ready() ? &template_ : nullptr;
}

Master::Fork Master::fork_template() noexcept {
    const int64_t now = monotonic_ms();
    Result<Fd> started = template_.start(now, options_.start_timeout_ms);
    if (!started.ok()) {
        log_.print(LogLevel::error, "cannot fork a process that loads the program: %s", describe(started.error()));
        template_.postpone(now + kRetryMs);
        return Fork::done;
    }
    if (started.value().open()) {
        leave_in_child();
        template_channel_ = std::move(started.value());
        return Fork::in_child;
    }
    (void)processes_.also_watch(template_.fd());
    return Fork::done;
}

void Master::renew_template() noexcept {
    if (template_.fd() >= 0) processes_.unwatch(template_.fd());
    template_.renew();
}

void Master::follow_template() noexcept {
    const pid_t pid = template_.pid();
    const bool was_ready = template_.ready();
    switch (template_.receive(monotonic_ms())) {
        case TemplateProcess::Event::none: return;
        case TemplateProcess::Event::ready:
            log_.print(LogLevel::debug, "process %d has loaded the program for all workers", pid);
            return;
        case TemplateProcess::Event::unsuitable:  // it has logged why
            return;
        case TemplateProcess::Event::overdue:
            log_.print(LogLevel::warning, "process %d has not loaded the program in time: each worker loads it", pid);
            return;
        case TemplateProcess::Event::ended:
            log_.print(was_ready ? LogLevel::debug : LogLevel::warning,
                       "process %d, which loads the program for all workers, has ended: each worker loads it%s", pid,
                       was_ready ? " for now" : "");
    }
}

}  // namespace tern::proc
