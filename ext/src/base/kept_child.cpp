#include "base/kept_child.h"

#include <cerrno>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tern {

namespace {

constexpr int kUnknownExit = 255;
constexpr int kSignalExit = 128;

}  // namespace

// Never freed: a process may end while it has children.
List<KeptChild>& KeptChild::all() noexcept {
    static auto* list = new List<KeptChild>;
    return *list;
}

KeptChild::KeptChild(pid_t pid) noexcept
    : pid_(pid), owner_(::getpid()), handle_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
    all().push_back(*this);
}

bool KeptChild::is_own() const noexcept { return owner_ == ::getpid(); }

void KeptChild::note(int exit_code) noexcept {
    reaped_ = true;
    exit_code_ = exit_code;
    held_.reset();
}

bool KeptChild::try_reap() noexcept {
    if (reaped_ || !is_own()) return reaped_;
    int status = 0;
    pid_t pid = 0;
    do {
        pid = ::waitpid(pid_, &status, WNOHANG);
    } while (pid < 0 && errno == EINTR);
    if (pid == pid_) note(WIFEXITED(status) ? WEXITSTATUS(status) : kSignalExit + WTERMSIG(status));
    if (pid < 0) note(kUnknownExit);
    return reaped_;
}

bool KeptChild::has_ended() noexcept {
    if (try_reap()) return true;
    pollfd one{handle(), POLLIN, 0};
    return handle_.open() && ::poll(&one, 1, 0) == 1;
}

void KeptChild::reap() noexcept {
    siginfo_t seen{};
    while (!try_reap() && is_own()) (void)::waitid(P_PID, static_cast<id_t>(pid_), &seen, WEXITED | WNOWAIT);
}

KeptChild* KeptChild::find(pid_t pid) noexcept {
    KeptChild* one = all().front();
    while (one != nullptr && (one->reaped_ || one->pid_ != pid || !one->is_own())) one = all().next(*one);
    return one;
}

size_t KeptChild::reap_ended() noexcept {
    size_t left = 0;
    for (KeptChild *one = all().front(), *next = nullptr; one != nullptr; one = next) {
        next = all().next(*one);
        if (!one->is_own()) continue;
        const bool ended = one->try_reap();
        if (!ended) ++left;
        if (ended && one->abandoned_) delete one;
    }
    return left;
}

void KeptChild::abandon() noexcept {
    abandoned_ = true;
    if (!is_own() || try_reap()) delete this;
}

}  // namespace tern
