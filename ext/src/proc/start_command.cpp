#include "proc/start_command.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

namespace tern::proc {

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
    command.environment.clear();
    for (char** one = environ; one != nullptr && *one != nullptr; ++one) command.environment.emplace_back(*one);
}

}  // namespace tern::proc
