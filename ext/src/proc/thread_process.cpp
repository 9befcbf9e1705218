#include "proc/thread_process.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "base/environment.h"
#include "proc/exec_words.h"
#include "proc/php_options.h"
#include "proc/thread_register.h"
#include "proc/upgrade.h"
#include "shm/containers.h"

namespace tern::proc {

namespace {

constexpr int kNotStarted = 127;  // the exit code, as shells use it

std::vector<std::string> command_of(const ThreadPlan& plan) {
    std::vector<std::string> words{plan.php};
    words.insert(words.end(), php_options().words.begin(), php_options().words.end());
    words.insert(words.end(), plan.options.begin(), plan.options.end());
    words.insert(words.end(), plan.words.begin(), plan.words.end());
    return words;
}

// That of the program as it is now.
std::vector<std::string> environment_with(int start_fd) {
    std::vector<std::string> all = copy_environment();
    const std::string name = std::string(ThreadStart::kVariable) + "=";
    std::erase_if(all, [&name](const std::string& one) { return one.starts_with(name); });
    all.push_back(name + std::to_string(start_fd));
    return all;
}

// The paths of options are those of the folder where this process was started. The new one leaves it again.
[[noreturn]] void become_php(std::span<const int> inherited, char* const* words, char* const* environment) noexcept {
    close_others_on_exec();
    for (int fd : inherited) (void)::fcntl(fd, F_SETFD, 0);
    const std::string& folder = php_options().folder;
    if (!folder.empty()) (void)!::chdir(folder.c_str());
    ::execve(words[0], words, environment);
    ::_exit(kNotStarted);
}

}  // namespace

Result<KeptChild*> start_thread_process(const ThreadPlan& plan) noexcept {
    if (::access(plan.php.c_str(), X_OK) != 0) return last_error();
    ThreadStart start = plan.start;
    start.parent = ::getpid();
    start.register_fd = ThreadRegister::of_process().fd();
    shm::Containers& containers = shm::Containers::own();
    if (containers.exist()) start.memory_fd = containers.arena().fd();
    Result<Fd> file = write_thread_start(start);
    if (!file.ok()) return file.error();
    std::vector<std::string> words = command_of(plan);
    std::vector<std::string> environment = environment_with(file.value().get());
    const std::vector<char*> word_pointers = pointers_to(words);
    const std::vector<char*> environment_pointers = pointers_to(environment);
    std::vector<int> inherited = plan.inherited;
    for (int fd : {file.value().get(), start.register_fd, start.memory_fd}) {
        if (fd >= 0) inherited.push_back(fd);
    }
    // The handlers of this process must not run in the new one, which lets signals in again when it has its own.
    sigset_t all;
    sigset_t former;
    sigfillset(&all);
    (void)::pthread_sigmask(SIG_SETMASK, &all, &former);
    const pid_t pid = ::fork();
    if (pid == 0) become_php(inherited, word_pointers.data(), environment_pointers.data());
    const Error error = pid < 0 ? last_error() : Error::ok;
    (void)::pthread_sigmask(SIG_SETMASK, &former, nullptr);
    if (error != Error::ok) return error;
    return new KeptChild(pid);
}

}  // namespace tern::proc
