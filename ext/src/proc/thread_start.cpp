#include "proc/thread_start.h"

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sealed_file.h"
#include "proc/end_with_master.h"
#include "proc/ignored_signal.h"
#include "proc/thread_register.h"
#include "proc/upgrade.h"
#include "shm/containers.h"

namespace tern::proc {

namespace {

constexpr Bytes kMagic = "tern thread 1";
constexpr int kGroupSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::unique_ptr<ThreadStart>& own_start() noexcept {
    static std::unique_ptr<ThreadStart> start;
    return start;
}

int number_in(Bytes text) noexcept {
    int number = -1;
    (void)std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string contents_of(int fd) {
    struct stat found {};
    const int seals = ::fcntl(fd, F_GET_SEALS);  // fails for a file of a disk
    if (seals < 0 || (seals & F_SEAL_WRITE) == 0 || ::fstat(fd, &found) != 0) return {};
    std::string text(static_cast<size_t>(found.st_size), '\0');
    const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return text;
}

// Without it, the containers of the arguments cannot be opened, and the program gets that error.
void attach_memory(int fd) noexcept {
    if (fd < 0) return;
    (void)shm::Containers::own().attach(fd);
    ::close(fd);
}

// Up to the next zero byte.
Bytes next_word(Bytes& rest) noexcept {
    const size_t end = rest.find('\0');
    const Bytes word = rest.substr(0, end);
    rest.remove_prefix(end == Bytes::npos ? rest.size() : end + 1);
    return word;
}

std::unique_ptr<ThreadStart> parse(Bytes text) {
    if (next_word(text) != kMagic) return nullptr;
    auto start = std::make_unique<ThreadStart>();
    start->parent = number_in(next_word(text));
    start->register_fd = number_in(next_word(text));
    start->memory_fd = number_in(next_word(text));
    start->folder = next_word(text);
    start->program = next_word(text);
    start->arguments = text;
    return start;
}

}  // namespace

Result<Fd> write_thread_start(const ThreadStart& start) noexcept {
    std::string text;
    const std::string parent = std::to_string(start.parent);
    const std::string register_fd = std::to_string(start.register_fd);
    const std::string memory_fd = std::to_string(start.memory_fd);
    for (const Bytes word :
         {kMagic, Bytes(parent), Bytes(register_fd), Bytes(memory_fd), Bytes(start.folder), Bytes(start.program)}) {
        text.append(word);
        text.push_back('\0');
    }
    text.append(start.arguments);
    return make_sealed_file("tern thread", text);
}

void read_thread_start() noexcept {
    const char* variable = std::getenv(ThreadStart::kVariable);
    if (variable == nullptr) return;
    const int fd = number_in(variable);
    (void)::unsetenv(ThreadStart::kVariable);
    own_start() = parse(contents_of(fd));
    if (own_start() == nullptr) return;
    ::close(fd);
    close_others_on_exec();  // what it has inherited is for this process
    ThreadRegister::of_process().inherit(own_start()->register_fd);
    ThreadRegister::of_process().enter();
    attach_memory(own_start()->memory_fd);
    end_with_master(own_start()->parent, SIGKILL);
}

const ThreadStart* thread_start() noexcept { return own_start().get(); }

// They were blocked while this program was started.
void begin_thread() noexcept {
    for (int signal : kGroupSignals) ignore_signal(signal);
    sigset_t none;
    sigemptyset(&none);
    (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace tern::proc
