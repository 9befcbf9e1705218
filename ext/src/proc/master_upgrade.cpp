// The upgrade: the old master starts the new server and lets it take over, and the new master waits for that.
#include "base/clock.h"
#include "proc/master.h"

namespace tern::proc {

void Master::upgrade() noexcept {
    upgrade_requested_ = true;
    inbox_.poke();
}

void Master::start_upgrade() noexcept {
    if (upgrade_.running() || has_predecessor()) {
        log_.print(LogLevel::warning, "an upgrade is under way already");
        return;
    }
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
    log_.print(LogLevel::info, "upgrade: process %d starts the new server: %s", static_cast<int>(upgrade_.pid()),
               start_command().words.front().c_str());
    note_upgrade(UpgradeState::starting, upgrade_.pid());
}

void Master::note_upgrade(UpgradeState state, pid_t pid) noexcept { events_.on_upgrade(state, pid); }

void Master::follow_upgrade() noexcept {
    upgrade_.reap();
    if (!upgrade_.running()) return;
    const Upgrade::News news = upgrade_.look(monotonic_ms());
    if (news == Upgrade::News::ready) complete_upgrade();
    if (news != Upgrade::News::failed) return;
    log_.print(LogLevel::error, "the upgrade failed, and this server goes on: the new one (process %d): %s",
               static_cast<int>(upgrade_.pid()), upgrade_.failure().c_str());
    note_upgrade(UpgradeState::failed, upgrade_.pid());
}

// The service manager accepts the new main process from the old one only, so it is notified first. The new server
// creates the pid file in place of the old one.
void Master::complete_upgrade() noexcept {
    if (stopping_ || shutdown_requested_) return upgrade_.cancel();
    log_.print(LogLevel::info, "upgrade: process %d takes over, this server finishes its requests",
               static_cast<int>(upgrade_.pid()));
    upgraded_ = true;
    note_upgrade(UpgradeState::done, upgrade_.pid());
    pid_file_.release();
    upgrade_.let_take_over();
    shutdown();
}

void Master::follow_predecessor() noexcept {
    if (!predecessor_->receive() || shutdown_requested_) return;
    processes_.notify_all({ControlKind::take_over, 0});
    (void)create_pid_file();  // the log has the error; the server serves already
    if (announced_ready_ && !stopping_) events_.on_workers_ready();
}

}  // namespace tern::proc
