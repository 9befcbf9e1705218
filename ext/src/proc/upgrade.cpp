#include "proc/upgrade.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/fd.h"
#include "proc/exec_words.h"
#include "proc/predecessor.h"

namespace tern::proc {

namespace {

constexpr int kNoFolder = 126;  // exit codes of the child, as shells use them
constexpr int kNoProgram = 127;
constexpr int kFirstFd = 3;
constexpr int kMostFds = 1 << 16;           // on kernels without close_range(2)
constexpr unsigned kCloseOnExec = 1U << 2;  // CLOSE_RANGE_CLOEXEC

std::string variable_of(const UpgradePlan& plan, int channel) {
    std::string text = std::string(Predecessor::kVariable) + "=" + std::to_string(channel);
    text += "," + std::to_string(plan.arrivals);
    for (const UpgradePlan::Socket& socket : plan.sockets) {
        text += "," + std::to_string(socket.fd);
        if (socket.is_managed) text += 'm';
        if (socket.any_port) text += 'p';
    }
    return text;
}

// These name this process, or are from an earlier upgrade.
bool is_ours_alone(const std::string& variable) noexcept {
    for (const char* name : {Predecessor::kVariable, "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_PID"}) {
        const size_t length = std::strlen(name);
        if (variable.compare(0, length, name) == 0 && variable.size() > length && variable[length] == '=') return true;
    }
    return false;
}

// Returns when the old master has sent `start`; ends this process if that has died.
void wait_for_start(int channel) noexcept {
    pollfd watched{channel, POLLIN, 0};
    ControlMessage message;
    for (;;) {
        const ssize_t got = ::recv(channel, &message, sizeof message, 0);
        if (got == static_cast<ssize_t>(sizeof message)) break;
        if (got >= 0 || (errno != EAGAIN && errno != EINTR)) ::_exit(kNoProgram);
        (void)::poll(&watched, 1, -1);
    }
    if (message.kind != ControlKind::start) ::_exit(kNoProgram);
}

[[noreturn]] void become_successor(const UpgradePlan& plan, int channel, const char* folder, char* const* words,
                                   char* const* environment) noexcept {
    wait_for_start(channel);
    close_others_on_exec();
    (void)::fcntl(channel, F_SETFD, 0);
    if (plan.arrivals >= 0) (void)::fcntl(plan.arrivals, F_SETFD, 0);
    for (const UpgradePlan::Socket& socket : plan.sockets) (void)::fcntl(socket.fd, F_SETFD, 0);
    if (folder[0] != '\0' && ::chdir(folder) != 0) ::_exit(kNoFolder);
    ::execvpe(words[0], words, environment);
    ::_exit(kNoProgram);
}

// A launcher may be between: then it is no child of this process.
bool ended(pid_t pid) noexcept {
    const pid_t found = ::waitpid(pid, nullptr, WNOHANG);
    return found == pid || (found < 0 && ::kill(pid, 0) != 0 && errno == ESRCH);
}

std::string describe_end(int status, const StartCommand& command) {
    if (WIFSIGNALED(status)) return "it was ended by signal " + std::to_string(WTERMSIG(status));
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == kNoFolder) return "the folder " + command.folder + " cannot be entered";
    if (code == kNoProgram) return "the program " + command.words.front() + " cannot be run";
    return "it ended with exit code " + std::to_string(code) + " before it was ready";
}

}  // namespace

void close_others_on_exec() noexcept {
    if (::syscall(SYS_close_range, kFirstFd, ~0U, kCloseOnExec) == 0) return;
    for (int fd = kFirstFd; fd < kMostFds; ++fd) (void)::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

Error Upgrade::start(const UpgradePlan& plan, const StartCommand& command, int64_t deadline_ms) noexcept {
    TERN_CHECK(!running());
    if (command.words.empty()) return Error::operation_not_supported;
    Result<ControlChannel::Pair> line = ControlChannel::open_pair();
    if (!line) return line.error();
    std::vector<std::string> words = command.words;
    std::vector<std::string> environment = command.environment;
    std::erase_if(environment, is_ours_alone);
    environment.push_back(variable_of(plan, line.value().worker.fd()));
    const std::vector<char*> word_pointers = pointers_to(words);
    const std::vector<char*> environment_pointers = pointers_to(environment);
    const pid_t pid = ::fork();
    if (pid < 0) return last_error();
    if (pid == 0) {
        line.value().master.close();
        become_successor(plan, line.value().worker.fd(), command.folder.c_str(), word_pointers.data(),
                         environment_pointers.data());
    }
    channel_ = std::move(line.value().master);
    stage_ = Stage::starting;
    pid_ = pid;
    deadline_ms_ = deadline_ms;
    failure_.clear();
    return Error::ok;
}

// A launcher between the two may hide the end of the server from this process, or this process's from the server. So it
// is told.
void Upgrade::give_up() noexcept {
    (void)channel_.send({ControlKind::drain, static_cast<int32_t>(DrainReason::shutdown)});
    stage_ = Stage::none;
    channel_.close();
}

Upgrade::News Upgrade::fail(std::string why) noexcept {
    failure_ = std::move(why);
    give_up();
    return News::failed;
}

Upgrade::News Upgrade::kill_late() noexcept {
    (void)::kill(pid_, SIGKILL);
    failed_.push_back(pid_);
    return fail("it was not ready in time");
}

Upgrade::News Upgrade::look_at_start(int64_t now_ms) noexcept {
    const Result<ControlMessage> message = channel_.open() ? channel_.receive() : Error::would_block;
    if (message.ok() && message.value().kind == ControlKind::ready && message.value().value > 0) {
        pid_ = message.value().value;  // a launcher may run the server as its child
        return News::ready;
    }
    int status = 0;
    if (const pid_t ended = ::waitpid(pid_, &status, WNOHANG); ended != 0) {
        return fail(ended == pid_ ? describe_end(status, start_command()) : "it has ended");
    }
    if (!message.ok() && message.error() != Error::would_block) {
        channel_.close();  // it ends, and its exit code says more
        deadline_ms_ = std::min(deadline_ms_, now_ms + kExitMs);
    }
    return now_ms < deadline_ms_ ? News::none : kill_late();
}

Upgrade::News Upgrade::look_at_takeover(int64_t now_ms) noexcept {
    const Result<ControlMessage> message = channel_.open() ? channel_.receive() : Error::would_block;
    if (message.ok() && message.value().kind == ControlKind::took_over) {
        stage_ = Stage::serving;
        return News::took_over;
    }
    if (ended(pid_)) return fail("it ended before it had taken over");
    if (!message.ok() && message.error() != Error::would_block) {
        channel_.close();
        deadline_ms_ = std::min(deadline_ms_, now_ms + kExitMs);
    }
    if (now_ms < deadline_ms_) return News::none;
    if (channel_.open()) return kill_late();
    stage_ = Stage::none;  // an older version: it reports nothing, and lives on
    return News::took_over;
}

Upgrade::News Upgrade::look_at_service() noexcept {
    const Result<ControlMessage> message = channel_.receive();
    if (!message.ok() && message.error() == Error::would_block) return News::none;
    stage_ = Stage::none;
    channel_.close();
    if (message.ok()) return News::none;  // it goes alone
    failed_.push_back(pid_);
    return News::died;
}

Upgrade::News Upgrade::look(int64_t now_ms) noexcept {
    if (stage_ == Stage::starting) return look_at_start(now_ms);
    if (stage_ == Stage::taking_over) return look_at_takeover(now_ms);
    return stage_ == Stage::serving ? look_at_service() : News::none;
}

void Upgrade::let_take_over() noexcept {
    (void)channel_.send({ControlKind::take_over, 0});
    stage_ = Stage::taking_over;
}

void Upgrade::cancel() noexcept {
    if (!running()) return;
    (void)::kill(pid_, SIGTERM);
    failed_.push_back(pid_);
    give_up();
}

void Upgrade::reap() noexcept {
    std::erase_if(failed_, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

namespace {

std::string read_all(const char* path) {
    std::string text;
    const Fd file(::open(path, O_RDONLY | O_CLOEXEC));
    if (!file.open()) return text;
    char part[1024];
    for (ssize_t got = ::read(file.get(), part, sizeof part); got > 0; got = ::read(file.get(), part, sizeof part)) {
        text.append(part, static_cast<size_t>(got));
    }
    return text;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
        size_t end = text.find('\0', at);
        if (end == std::string::npos) end = text.size();
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

bool is_same_folder(const char* one, const char* other) noexcept {
    struct stat first {};
    struct stat second {};
    return ::stat(one, &first) == 0 && ::stat(other, &second) == 0 && first.st_ino == second.st_ino &&
           first.st_dev == second.st_dev;
}

std::string current_folder() {
    std::string path(PATH_MAX, '\0');
    if (::getcwd(path.data(), path.size()) == nullptr) return {};
    path.resize(std::strlen(path.c_str()));
    const char* named = std::getenv("PWD");
    const bool is_same = named != nullptr && named[0] == '/' && is_same_folder(named, path.c_str());
    return is_same ? named : path;
}

}  // namespace

StartCommand& start_command() noexcept {
    static StartCommand command;
    return command;
}

void read_start_command() noexcept {
    StartCommand& command = start_command();
    command.words = words_of(read_all("/proc/self/cmdline"));
    command.folder = current_folder();
    command.environment = copy_environment();
}

}  // namespace tern::proc
