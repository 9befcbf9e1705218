#include "loop/signal_inbox.h"

#include <atomic>
#include <fcntl.h>
#include <unistd.h>

namespace tern::loop {

namespace {

// Handlers find the inbox of a signal here: its descriptor plus one; 0: none.
std::atomic<int> inboxes[NSIG];
std::atomic<pid_t> inbox_owner{0};

void on_signal(int signal) {
    int saved_errno = errno;
    const int fd = inboxes[signal].load(std::memory_order_relaxed) - 1;
    if (fd < 0 || getpid() != inbox_owner.load(std::memory_order_relaxed)) {
        ::signal(signal, SIG_DFL);
        raise(signal);
    } else {
        auto byte = static_cast<unsigned char>(signal);
        [[maybe_unused]] ssize_t written = write(fd, &byte, 1);
    }
    errno = saved_errno;
}

// The table that a forked child inherits describes its parent.
void take_possession() noexcept {
    if (inbox_owner.load() == getpid()) return;
    for (std::atomic<int>& inbox : inboxes) inbox.store(0);
    inbox_owner.store(getpid());
}

}  // namespace

Error SignalInbox::open(std::span<const int> signals) noexcept {
    TERN_CHECK(!is_open());
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return last_error();
    reader_ = Fd(ends[0]);
    writer_ = Fd(ends[1]);
    for (int number : signals) {
        if (Error error = add(number); error != Error::ok) return error;
    }
    return Error::ok;
}

Error SignalInbox::add(int signal) noexcept {
    TERN_CHECK(is_open());
    if (signal < 1 || signal >= NSIG) return Error::invalid_argument;
    take_possession();
    if (inboxes[signal].load() != 0) return Error::wrong_operation;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    Former former{signal, {}};
    inboxes[signal].store(writer_.get() + 1);
    if (sigaction(signal, &action, &former.action) != 0) {
        inboxes[signal].store(0);
        return last_error();
    }
    former_.push_back(former);
    sigset_t unblocked;
    sigemptyset(&unblocked);
    sigaddset(&unblocked, signal);
    return sigprocmask(SIG_UNBLOCK, &unblocked, nullptr) == 0 ? Error::ok : last_error();
}

void SignalInbox::remove(int signal) noexcept {
    for (size_t i = 0; i < former_.size(); ++i) {
        if (former_[i].signal != signal) continue;
        sigaction(signal, &former_[i].action, nullptr);
        inboxes[signal].store(0);
        former_.erase(former_.begin() + static_cast<ptrdiff_t>(i));
        return;
    }
}

void SignalInbox::leave() noexcept {
    reader_ = Fd();
    writer_ = Fd();
}

void SignalInbox::close() noexcept {
    while (!former_.empty()) remove(former_.back().signal);
    leave();
}

void SignalInbox::close_in_child() noexcept {
    for (Former& former : former_) {
        former.action = {};
        former.action.sa_handler = SIG_DFL;
    }
    close();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

Result<int> SignalInbox::take() noexcept {
    unsigned char signal = 0;
    ssize_t got = 0;
    do {
        got = read(reader_.get(), &signal, 1);
    } while (got < 0 && errno == EINTR);
    if (got == 1) return static_cast<int>(signal);
    return got < 0 ? last_error() : Error::broken_pipe;
}

void SignalInbox::poke() noexcept {
    if (writer_.get() < 0) return;
    // If the pipe is full, it is readable already.
    [[maybe_unused]] ssize_t written = write(writer_.get(), "", 1);
}

}  // namespace tern::loop
