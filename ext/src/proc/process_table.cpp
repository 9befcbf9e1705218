#include "proc/process_table.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <limits>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace tern::proc {

namespace {

constexpr int kUnknownExit = 255;

}  // namespace

Error ProcessTable::open(int watched) noexcept {
    poll_ = Fd(epoll_create1(EPOLL_CLOEXEC));
    if (poll_.get() < 0) return last_error();
    if (Error error = orphans_.open(); !ok(error)) return error;
    if (Error error = watch(orphans_.fd(), 0); !ok(error)) return error;
    return watch(watched, 0);
}

Error ProcessTable::watch(int fd, uint32_t generation) noexcept {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = generation;
    return epoll_ctl(poll_.get(), EPOLL_CTL_ADD, fd, &event) == 0 ? Error::ok : last_error();
}

void ProcessTable::unwatch(int fd) noexcept { epoll_ctl(poll_.get(), EPOLL_CTL_DEL, fd, nullptr); }

int ProcessTable::free_slot(int wanted) const noexcept {
    auto is_free = [&](uint32_t slot) {
        return state_.slot(slot).generation.load(std::memory_order_relaxed) == 0 && !orphans_.is_of(slot);
    };
    if (wanted >= 0 && is_free(static_cast<uint32_t>(wanted))) return wanted;
    for (uint32_t slot = 0; slot < state_.slot_count(); ++slot) {
        // Messages that a crashed worker has not read must go to its successor.
        if (is_free(slot) && inboxes_.empty(slot)) return static_cast<int>(slot);
    }
    return -1;
}

Result<pid_t> ProcessTable::fork(const WorkerProcess& process, const ControlChannel& control, int64_t now_ms,
                                 const Start& start) noexcept {
    if (start.from != nullptr) {
        const TemplateFork worker{process.worker_id, process.generation, process.slot, start.failed_starts,
                                  start.replaces};
        const Result<pid_t> pid = start.from->fork(worker, control.fd(), now_ms);
        // The template runs the program, maybe as another user: it must not choose whom the master signals.
        const auto is_known = [&](const auto& one) { return one->pid == pid.value(); };
        if (pid.ok() && std::ranges::any_of(processes_, is_known)) return Error::protocol_error;
        return pid;
    }
    std::fflush(nullptr);
    const pid_t pid = ::fork();
    return pid < 0 ? Result<pid_t>(last_error()) : Result<pid_t>(pid);
}

Result<ProcessTable::Spawned> ProcessTable::spawn(int worker_id, int wanted_slot, int64_t now_ms,
                                                  const Start& start) noexcept {
    int slot = free_slot(wanted_slot);
    if (slot < 0) return Error::would_block;
    Result<ControlChannel::Pair> line = ControlChannel::open_pair();
    if (!line) return line.error();
    auto process = std::make_unique<WorkerProcess>();
    process->control = std::move(line.value().master);
    process->started_ms = now_ms;
    process->worker_id = worker_id;
    process->role = state_.roster().role_of(worker_id);
    process->slot = static_cast<uint32_t>(slot);
    process->generation = last_generation_ + 1;
    if (Error error = watch(process->control.fd(), process->generation); !ok(error)) return error;
    state_.occupy(process->slot, worker_id, process->generation);
    ++last_generation_;
    pid_t master_pid = getpid();
    const Result<pid_t> pid = fork(*process, line.value().worker, now_ms, start);
    if (!pid.ok()) {
        hang_up(*process);
        state_.vacate(process->slot);
        return pid.error();
    }
    Spawned spawned;
    if (pid.value() == 0) {
        spawned.identity = become_worker(*process, std::move(line.value().worker), master_pid, start);
        return Result<Spawned>(std::move(spawned));
    }
    orphans_.unwatch(process->slot);
    process->pid = pid.value();
    state_.set_pid(process->slot, process->pid);
    processes_.push_back(std::move(process));
    inboxes_.wake_all();  // a sender may wait for a process with this worker id
    spawned.process = processes_.back().get();
    return Result<Spawned>(std::move(spawned));
}

// The child may close its descriptors: the master's epoll set stays as it is, since the master holds the same open
// files.
void ProcessTable::leave() noexcept {
    processes_.clear();
    detached_.clear();
    orphans_.close();
    poll_ = Fd();
}

WorkerIdentity ProcessTable::become_worker(WorkerProcess& self, ControlChannel control, pid_t master_pid,
                                           const Start& start) noexcept {
    WorkerIdentity identity;
    identity.control = std::move(control);
    identity.worker_id = self.worker_id;
    identity.generation = self.generation;
    identity.slot = self.slot;
    identity.master_pid = master_pid;
    identity.failed_starts = start.failed_starts;
    identity.replaces = start.replaces;
    state_.set_pid(self.slot, getpid());
    self.control.close();
    leave();
    inboxes_.keep_only(self.slot);
    return identity;
}

// Removed explicitly: while a child still has its copy of the descriptor, close() would keep the registration.
void ProcessTable::hang_up(WorkerProcess& process) noexcept {
    if (!process.control.open()) return;
    epoll_ctl(poll_.get(), EPOLL_CTL_DEL, process.control.fd(), nullptr);
    process.control.close();
}

void ProcessTable::drain(WorkerProcess& process, DrainReason reason, int64_t kill_at_ms) noexcept {
    process.phase = WorkerPhase::draining;
    process.reason = reason;
    process.kill_at_ms = kill_at_ms;
    // A worker that cannot be reached is killed when its time is over.
    if (process.control.open()) (void)process.control.send({ControlKind::drain, static_cast<int32_t>(reason)});
    if (process.role == WorkerRole::user) ::kill(process.pid, SIGTERM);
}

void ProcessTable::drain_all(DrainReason reason, int64_t kill_at_ms, bool tasks) noexcept {
    for (auto& process : processes_) {
        if ((process->role == WorkerRole::task) != tasks) continue;
        bool sooner = process->phase == WorkerPhase::draining && process->kill_at_ms != 0;
        drain(*process, reason, sooner ? std::min(process->kill_at_ms, kill_at_ms) : kill_at_ms);
    }
}

bool ProcessTable::has_only_tasks() const noexcept {
    return std::ranges::all_of(processes_, [](const auto& one) {
        const bool is_task = one->role == WorkerRole::task && one->phase != WorkerPhase::draining;
        return is_task || one->role == WorkerRole::admin;
    });
}

void ProcessTable::kill(WorkerProcess& process) noexcept {
    process.killed = true;
    process.kill_at_ms = 0;
    ::kill(process.pid, SIGKILL);
}

void ProcessTable::kill_overdue(int64_t now_ms) noexcept {
    for (auto& process : processes_) {
        if (std::exchange(process->kill_soon, false)) ::kill(process->pid, SIGKILL);
        if (process->kill_at_ms != 0 && process->kill_at_ms <= now_ms) kill(*process);
    }
}

bool ProcessTable::kill_soon(pid_t pid) noexcept {
    for (auto& process : processes_) {
        if (process->pid == pid) return process->kill_soon = true;
    }
    return false;
}

void ProcessTable::kill_all() noexcept {
    for (auto& process : processes_) kill(*process);
}

void ProcessTable::notify_all(ControlMessage message) noexcept {
    for (auto& process : processes_) {
        if (process->control.open()) (void)process->control.send(message);
    }
}

int64_t ProcessTable::next_kill_ms() const noexcept {
    int64_t next = std::numeric_limits<int64_t>::max();
    for (const auto& process : processes_) {
        if (process->kill_at_ms != 0 && process->kill_at_ms < next) next = process->kill_at_ms;
    }
    return next;
}

ProcessTable::Received ProcessTable::receive(int64_t now_ms, int64_t grace_ms) noexcept {
    for (auto& process : processes_) {
        if (!process->control.open()) continue;
        Result<ControlMessage> message = process->control.receive();
        if (message) return {process->generation, message.value()};
        if (message.error() == Error::would_block) continue;
        hang_up(*process);
        // After exec() in a process of addProcess() another program runs there. drain() ends it with SIGTERM.
        if (process->role == WorkerRole::user) continue;
        // The worker is ending, or has closed its channel by mistake. Then it can receive nothing and must end as well.
        if (process->kill_at_ms == 0 || process->kill_at_ms > now_ms + grace_ms) {
            process->kill_at_ms = now_ms + grace_ms;
        }
    }
    return {};
}

void ProcessTable::detach(WorkerProcess& process) noexcept {
    detached_.push_back(process.pid);
    vacate(process);
    std::erase_if(processes_, [&](const auto& one) { return one.get() == &process; });
}

void ProcessTable::reap_detached() noexcept {
    std::erase_if(detached_, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
}

std::vector<ProcessTable::Departed> ProcessTable::reap() noexcept {
    std::vector<Departed> departed;
    reap_detached();
    for (size_t i = 0; i < processes_.size();) {
        int status = 0;
        pid_t pid = waitpid(processes_[i]->pid, &status, WNOHANG);
        // ECHILD: the program waited for any child and took ours.
        bool stolen = pid < 0 && errno == ECHILD;
        if (pid <= 0 && !stolen) {
            ++i;
            continue;
        }
        departed.push_back(reap(i, stolen ? wait_status(kUnknownExit, 0) : status));
    }
    return departed;
}

ProcessTable::Departed ProcessTable::reap(size_t index, int status) noexcept {
    Departed departed{std::move(*processes_[index]), {}, {}};
    processes_.erase(processes_.begin() + static_cast<std::ptrdiff_t>(index));
    WorkerProcess& process = departed.process;
    departed.exit.worker_id = process.worker_id;
    departed.exit.slot = process.slot;
    departed.exit.pid = process.pid;
    departed.exit.messages_taken = inboxes_.taken(process.slot);
    if (WIFSIGNALED(status)) departed.exit.signal = WTERMSIG(status);
    // Not killed by us: it ended before the signal arrived.
    process.killed = process.killed && departed.exit.signal == SIGKILL;
    if (WIFEXITED(status)) departed.exit.exit_code = WEXITSTATUS(status);
    while (process.control.open()) {
        Result<ControlMessage> message = process.control.receive();
        if (!message) break;
        departed.unread.push_back(message.value());
        const bool ready = message.value().kind == ControlKind::ready && message.value().value == 0;
        if (ready && process.phase == WorkerPhase::starting) process.phase = WorkerPhase::serving;
    }
    departed.exit.was_ready = process.phase != WorkerPhase::starting;
    vacate(process);
    inboxes_.wake_all();
    return departed;
}

void ProcessTable::vacate(WorkerProcess& process) noexcept {
    hang_up(process);
    state_.vacate(process.slot);
    // A sender that transfers a session to this process checks afterwards whether the process still exists.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    state_.sessions().release_all(process.generation);
}

WorkerProcess* ProcessTable::find(uint32_t generation) noexcept {
    for (auto& process : processes_) {
        if (process->generation == generation) return process.get();
    }
    return nullptr;
}

}  // namespace tern::proc
