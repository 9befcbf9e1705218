#include "proc/template_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <limits>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/clock.h"
#include "proc/descriptor_line.h"

namespace tern::proc {

namespace {

enum class TemplateKind : uint32_t {
    // template -> master
    ready,
    unsuitable,
    forked,  // with the number of the process; 0: none
    // master -> template
    reopen_logs,
    worker,  // with its control channel
};

struct TemplateMessage {
    TemplateKind kind = TemplateKind::ready;
    pid_t pid = 0;
    TemplateFork worker;
};

// protocol_error: no message of this channel. broken_pipe: the other end has closed the channel.
Result<TemplateMessage> receive_message(int channel) noexcept {
    TemplateMessage message;
    ssize_t got = 0;
    do got = ::recv(channel, &message, sizeof message, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof message)) return message;
    if (got < 0) return errno == ECONNRESET ? Error::broken_pipe : last_error();
    return got == 0 ? Error::broken_pipe : Error::protocol_error;
}

Error send_message(int channel, const TemplateMessage& message) noexcept {
    const ssize_t sent = ::send(channel, &message, sizeof message, MSG_NOSIGNAL);
    return sent == static_cast<ssize_t>(sizeof message) ? Error::ok : last_error();
}

// A signal, as of a child that ends, does not end the wait.
Error await_answer(int channel, int64_t until_ms) noexcept {
    pollfd answer{channel, POLLIN, 0};
    for (;;) {
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0) return Error::timed_out;
        if (const int found = ::poll(&answer, 1, static_cast<int>(left_ms)); found >= 0)
            return found == 1 ? Error::ok : Error::timed_out;
        if (errno != EINTR) return last_error();
    }
}

void wait_for(pid_t pid) noexcept {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {}
}

bool is_child(pid_t pid) noexcept {
    siginfo_t seen{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &seen, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

// --- in the master

Error TemplateProcess::enable() noexcept {
    int adopts = 0;
    if (::prctl(PR_GET_CHILD_SUBREAPER, &adopts) != 0) return last_error();
    if (adopts == 0 && ::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return last_error();
    made_subreaper_ = adopts == 0;
    enabled_ = true;
    renew();
    return Error::ok;
}

void TemplateProcess::renew() noexcept {
    if (enabled_) hang_up(Phase::due, 0);
}

void TemplateProcess::close() noexcept {
    enabled_ = false;
    hang_up(Phase::off, 0);
}

void TemplateProcess::end() noexcept {
    close();
    for (pid_t pid : ended_) wait_for(pid);
    ended_.clear();
    if (std::exchange(made_subreaper_, false)) (void)::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

void TemplateProcess::leave() noexcept {
    channel_ = Fd();
    ended_.clear();
    enabled_ = false;
    phase_ = Phase::off;
}

// It does nothing that must be finished.
void TemplateProcess::hang_up(Phase next, int64_t at_ms) noexcept {
    phase_ = next;
    at_ms_ = at_ms;
    channel_ = Fd();
    if (pid_ == 0) return;
    (void)::kill(pid_, SIGKILL);
    ended_.push_back(std::exchange(pid_, 0));
}

void TemplateProcess::reap() noexcept {
    std::erase_if(ended_, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

int64_t TemplateProcess::next_ms() const noexcept {
    return phase_ == Phase::due || phase_ == Phase::starting ? at_ms_ : std::numeric_limits<int64_t>::max();
}

Result<Fd> TemplateProcess::start(int64_t now_ms, int64_t timeout_ms) noexcept {
    int ends[2];
    // The master must not wait for a template that reads nothing.
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return last_error();
    Fd masters(ends[0]);
    Fd templates(ends[1]);
    std::fflush(nullptr);
    const pid_t pid = ::fork();
    if (pid < 0) return last_error();
    if (pid == 0) return Result<Fd>(std::move(templates));
    phase_ = Phase::starting;
    at_ms_ = now_ms + timeout_ms;
    pid_ = pid;
    channel_ = std::move(masters);
    return Result<Fd>(Fd());
}

TemplateProcess::Event TemplateProcess::receive(int64_t now_ms) noexcept {
    reap();
    if (channel_.get() < 0) return Event::none;
    const Result<TemplateMessage> message = receive_message(channel_.get());
    if (!message.ok() && message.error() == Error::would_block) {
        if (phase_ != Phase::starting || now_ms < at_ms_) return Event::none;
        hang_up(Phase::failed, 0);
        return Event::overdue;
    }
    if (message.ok() && message.value().kind == TemplateKind::ready && phase_ == Phase::starting) {
        phase_ = Phase::ready;
        return Event::ready;
    }
    const bool unsuitable = message.ok() && message.value().kind == TemplateKind::unsuitable;
    hang_up(phase_ == Phase::ready ? Phase::due : Phase::failed, now_ms + kAgainMs);
    return unsuitable ? Event::unsuitable : Event::ended;
}

Result<pid_t> TemplateProcess::fork(const TemplateFork& worker, int control, int64_t now_ms) noexcept {
    TERN_CHECK(ready());
    pid_t pid = 0;
    Error error = send(&worker, control);
    if (error == Error::ok) error = await_answer(channel_.get(), now_ms + kForkMs);
    // From here on it can send nothing. What it has sent before counts: that worker may run.
    if (error != Error::ok) (void)::shutdown(channel_.get(), SHUT_RD);
    const Result<TemplateMessage> message = receive_message(channel_.get());
    if (message.ok() && message.value().kind == TemplateKind::forked) pid = message.value().pid;
    const bool is_forked = pid > 0 && pid != pid_ && is_child(pid);
    if (error != Error::ok || !is_forked) hang_up(Phase::due, now_ms + kAgainMs);
    if (is_forked) return pid;
    if (error != Error::ok) return error;
    return message.ok() ? static_cast<Error>(EAGAIN) : message.error();
}

Error TemplateProcess::send(const TemplateFork* worker, int control) noexcept {
    TemplateMessage message;
    message.kind = worker != nullptr ? TemplateKind::worker : TemplateKind::reopen_logs;
    if (worker == nullptr) return send_message(channel_.get(), message);
    message.worker = *worker;
    DescriptorLine line;
    line.writer = std::move(channel_);
    const iovec part{&message, sizeof message};
    const Error error = line.send({&part, 1}, control);
    channel_ = std::move(line.writer);
    return error;
}

void TemplateProcess::reopen_logs() noexcept {
    // One that cannot be reached is found out later. Where there is no room, it has not read the former ones yet.
    if (channel_.get() >= 0) (void)send(nullptr, -1);
}

// --- in the template

void TemplateChannel::report(bool suitable) noexcept {
    (void)send_message(channel_.get(), {suitable ? TemplateKind::ready : TemplateKind::unsuitable, 0, {}});
}

TemplateChannel::Next TemplateChannel::next(int timeout_ms) noexcept {
    pollfd readable{channel_.get(), POLLIN, 0};
    if (::poll(&readable, 1, timeout_ms) != 1) return {};
    TemplateMessage message;
    Fd control;
    DescriptorLine line;
    line.reader = std::move(channel_);
    iovec part{&message, sizeof message};
    const Result<size_t> got = line.receive({&part, 1}, MSG_DONTWAIT, control);
    channel_ = std::move(line.reader);
    if (!got.ok() && got.error() == Error::would_block) return {};
    Next next;
    next.kind = Next::Kind::end;
    if (!got.ok() || got.value() != sizeof message) return next;
    if (message.kind == TemplateKind::worker) return fork(message.worker, std::move(control));
    next.kind = Next::Kind::reopen_logs;
    return next;
}

TemplateChannel::Next TemplateChannel::fork(const TemplateFork& worker, Fd control) noexcept {
    Fd go;
    const pid_t pid = fork_for_master(go);
    Next next;
    if (pid != 0) {
        // A worker that the master does not know must not run.
        const Error error = send_message(channel_.get(), {TemplateKind::forked, std::max(pid, 0), {}});
        if (error == Error::ok && pid > 0) (void)::send(go.get(), "", 1, MSG_NOSIGNAL);
        return next;
    }
    channel_ = Fd();
    next.kind = Next::Kind::worker;
    next.identity.control = ControlChannel(std::move(control));
    next.identity.worker_id = worker.worker_id;
    next.identity.generation = worker.generation;
    next.identity.slot = worker.slot;
    next.identity.master_pid = master_;
    next.identity.failed_starts = worker.failed_starts;
    next.identity.replaces = worker.replaces;
    return next;
}

// Returns its number in the template, where it waits for a byte on `go`; -1: there is none. Returns 0 in the new
// process, which is a child of the master and has got that byte.
pid_t TemplateChannel::fork_for_master(Fd& go) noexcept {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    Fd ours(ends[0]);
    Fd theirs(ends[1]);
    pid_t worker = -1;
    std::fflush(nullptr);
    const pid_t between = ::fork();
    if (between == 0) {
        worker = ::fork();
        if (worker != 0) {
            (void)::send(theirs.get(), &worker, sizeof worker, MSG_NOSIGNAL);
            ::_exit(0);
        }
        ours = Fd();
        char byte = 0;
        if (::recv(theirs.get(), &byte, 1, 0) != 1) ::_exit(1);
        return 0;
    }
    if (between < 0) return -1;
    wait_for(between);
    if (::recv(ours.get(), &worker, sizeof worker, MSG_DONTWAIT) != static_cast<ssize_t>(sizeof worker)) return -1;
    go = std::move(ours);
    return worker;
}

}  // namespace tern::proc
