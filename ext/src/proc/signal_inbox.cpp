#include "proc/signal_inbox.h"

#include <atomic>
#include <fcntl.h>
#include <unistd.h>

namespace tern::proc {

namespace {

// A handler has no other way to know its inbox.
std::atomic<int> inbox_fd{-1};
std::atomic<pid_t> inbox_owner{0};

void on_signal(int signal) {
    int saved_errno = errno;
    if (getpid() != inbox_owner.load(std::memory_order_relaxed)) {
        ::signal(signal, SIG_DFL);
        raise(signal);
    } else {
        auto byte = static_cast<unsigned char>(signal);
        [[maybe_unused]] ssize_t written = write(inbox_fd.load(std::memory_order_relaxed), &byte, 1);
    }
    errno = saved_errno;
}

}  // namespace

Error SignalInbox::open(std::span<const int> signals) noexcept {
    TERN_CHECK(inbox_fd.load() < 0 || inbox_owner.load() != getpid());
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return last_error();
    reader_ = net::Fd(ends[0]);
    writer_ = net::Fd(ends[1]);
    inbox_owner.store(getpid());
    inbox_fd.store(ends[1]);
    sigset_t ours;
    sigemptyset(&ours);
    for (int number : signals) {
        struct sigaction action {};
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        Former former{number, {}};
        if (sigaction(number, &action, &former.action) != 0) return last_error();
        former_.push_back(former);
        sigaddset(&ours, number);
    }
    return sigprocmask(SIG_UNBLOCK, &ours, nullptr) == 0 ? Error::ok : last_error();
}

void SignalInbox::close() noexcept {
    for (const Former& former : former_) sigaction(former.signal, &former.action, nullptr);
    former_.clear();
    if (writer_.get() < 0) return;
    inbox_fd.store(-1);
    reader_ = net::Fd();
    writer_ = net::Fd();
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
    // A full pipe is readable as it is.
    [[maybe_unused]] ssize_t written = write(writer_.get(), "", 1);
}

}  // namespace tern::proc
