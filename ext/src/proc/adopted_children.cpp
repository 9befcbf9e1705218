#include "proc/adopted_children.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tern::proc {

namespace {

bool adopts() noexcept {
    int is_subreaper = 0;
    return getpid() == 1 || (::prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper) == 0 && is_subreaper != 0);
}

// Those of the first thread, which is the one that runs PHP and the one that adopts.
std::vector<pid_t> children() noexcept {
    const std::string pid = std::to_string(getpid());
    const std::string path = "/proc/" + pid + "/task/" + pid + "/children";
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
    std::vector<pid_t> found;
    for (int child = 0; file != nullptr && std::fscanf(file.get(), "%d", &child) == 1;) found.push_back(child);
    return found;
}

bool has_ended(pid_t pid) noexcept {
    siginfo_t seen{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &seen, WEXITED | WNOHANG | WNOWAIT) == 0 && seen.si_pid == pid;
}

bool contains(const std::vector<pid_t>& pids, pid_t pid) noexcept {
    return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

}  // namespace

void AdoptedChildren::open() noexcept {
    active_ = adopts();
    if (active_) of_program_ = children();
    looks_ = active_;  // one may have ended before its signal was watched
}

int64_t AdoptedChildren::noticed_ms(pid_t pid, int64_t now_ms) const noexcept {
    for (const Ended& one : ended_) {
        if (one.pid == pid) return one.since_ms;
    }
    return now_ms;
}

void AdoptedChildren::reap(int64_t now_ms) noexcept {
    if (!looks_ && now_ms < next_ms_) return;
    looks_ = false;
    next_ms_ = kNever;
    const std::vector<pid_t> all = children();
    std::erase_if(of_program_, [&all](pid_t pid) { return !contains(all, pid); });
    std::vector<Ended> ended;
    for (pid_t pid : all) {
        if (contains(of_program_, pid) || !has_ended(pid)) continue;
        const int64_t since_ms = noticed_ms(pid, now_ms);
        if (now_ms - since_ms >= kGraceMs) {
            (void)::waitpid(pid, nullptr, WNOHANG);
            continue;
        }
        ended.push_back({pid, since_ms});
        next_ms_ = std::min(next_ms_, since_ms + kGraceMs);
    }
    ended_ = std::move(ended);
}

}  // namespace tern::proc
