// The upgrade: the old master starts the new server and lets it take over, and the new master waits for that.
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "proc/master.h"

namespace tern::proc {

void Master::upgrade() noexcept {
    requests_.upgrade = true;
    inbox_.poke();
}

void Master::start_upgrade() noexcept {
    if (upgrade_.running() || has_predecessor()) {
        log_.print(LogLevel::warning, "an upgrade is under way already");
        return;
    }
    if (predecessor_ != nullptr) predecessor_->go_alone();
    start_successor();
}

void Master::start_successor() noexcept {
    const UpgradePlan plan = events_.plan_upgrade();
    if (!plan.refusal.empty()) {
        log_.print(LogLevel::error, "no upgrade: %s", plan.refusal.c_str());
        return note_upgrade(UpgradeState::failed, 0);
    }
    Error error = upgrade_.start(plan, start_command(), monotonic_ms() + options_.start_timeout_ms);
    if (ok(error)) error = processes_.also_watch(upgrade_.fd());
    if (!ok(error)) {
        upgrade_.cancel();
        log_.print(LogLevel::error, "no upgrade: the new server cannot be started: %s", describe(error));
        return note_upgrade(UpgradeState::failed, 0);
    }
    note_upgrade(UpgradeState::starting, upgrade_.pid());
    upgrade_.let_start();
    // A reader of this record may end this process: the new server starts all the same.
    log_.print(LogLevel::info, "upgrade: process %d starts the new server: %s", static_cast<int>(upgrade_.pid()),
               start_command().words.front().c_str());
}

void Master::note_upgrade(UpgradeState state, pid_t pid) noexcept { events_.on_upgrade(state, pid); }

void Master::follow_upgrade() noexcept {
    upgrade_.reap();
    const bool was_main = upgrade_.taking_over();
    const Upgrade::News news = upgrade_.look(monotonic_ms());
    if (news == Upgrade::News::ready) let_take_over();
    if (news == Upgrade::News::took_over) complete_upgrade();
    if (news == Upgrade::News::died) replace_successor();
    if (news != Upgrade::News::failed) return;
    log_.print(LogLevel::error, "the upgrade failed, and this server continues: the new one (process %d): %s",
               static_cast<int>(upgrade_.pid()), upgrade_.failure().c_str());
    if (was_main) {
        events_.on_main_process(getpid());
        take_pid_file();
    }
    note_upgrade(UpgradeState::failed, upgrade_.pid());
}

// The service manager accepts the new main process from the old one only, so it is notified first. The new server
// creates the pid file in place of the old one.
void Master::let_take_over() noexcept {
    if (phase_ != Phase::serving && !may_be_replaced()) return upgrade_.cancel();
    log_.print(LogLevel::info, "upgrade: process %d takes over, this server finishes its requests",
               static_cast<int>(upgrade_.pid()));
    events_.on_main_process(upgrade_.pid());
    pid_file_.release();
    upgrade_.let_take_over();
}

void Master::complete_upgrade() noexcept {
    cause_ = Cause::upgrade;
    note_upgrade(UpgradeState::done, upgrade_.pid());
    shutdown();
}

// The sockets are still open here, so clients wait for the next one.
void Master::replace_successor() noexcept {
    if (!may_be_replaced()) return;
    log_.print(LogLevel::error, "the new server (process %d) has died: another one is started",
               static_cast<int>(upgrade_.pid()));
    start_successor();
}

void Master::follow_predecessor() noexcept {
    if (predecessor_ == nullptr) return;
    const Predecessor::News news = predecessor_->receive();
    if (news == Predecessor::News::end) {
        cause_ = Cause::failed_start;
        return shutdown();
    }
    if (news != Predecessor::News::take_over || phase_ != Phase::serving) return;
    processes_.notify_all({ControlKind::take_over, 0});
    take_pid_file();
    predecessor_->report_takeover();
    if (reported_.ready) events_.on_workers_ready();
}

// --- what belongs to the server that serves

// The lock of a process that has died may be held for a moment longer, so this is tried until it succeeds.
void Master::take_pid_file() noexcept {
    if (options_.pid_file.empty()) return;
    pid_file_.forget();
    pid_file_tries_ = 0;
    pid_file_at_ms_ = monotonic_ms();
    follow_pid_file();
}

void Master::follow_pid_file() noexcept {
    const int64_t now_ms = monotonic_ms();
    if (pid_file_at_ms_ == 0 || now_ms < pid_file_at_ms_) return;
    const bool is_last = ++pid_file_tries_ == kQuietTries;
    const Error error = is_last ? create_pid_file() : pid_file_.create(options_.pid_file);
    const bool is_over = ok(error) || draining();
    pid_file_at_ms_ = is_over ? 0 : now_ms + kRetryMs;
}

// Without it no process would restart this server, nor know of it. A supervisor in another namespace has no number
// here.
Error Master::watch_supervisor() noexcept {
    if (options_.supervisor <= 0) return Error::ok;
    supervisor_ = Fd(static_cast<int>(::syscall(SYS_pidfd_open, options_.supervisor, 0)));
    return supervisor_.open() ? processes_.also_watch(supervisor_.get()) : Error::ok;
}

void Master::follow_supervisor() noexcept {
    if (!supervisor_.open()) return;
    pollfd watched{supervisor_.get(), POLLIN, 0};
    if (::poll(&watched, 1, 0) != 1) return;
    supervisor_ = Fd();
    log_.print(LogLevel::error, "the supervisor of this server has died: this server ends, too");
    on_stop_signal();
}

}  // namespace tern::proc
