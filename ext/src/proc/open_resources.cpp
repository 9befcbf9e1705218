#include "proc/open_resources.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace tern::proc {

namespace {

constexpr rlim_t kMostLookedAt = 65'536;
constexpr unsigned kMemoryDevices = 1;  // the major number of /dev/null, /dev/urandom and the like

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

Folder open_folder(const char* path) noexcept { return Folder(::opendir(path), &::closedir); }

// The numbers that are names in the folder.
std::vector<int> numbers_in(DIR* folder) noexcept {
    std::vector<int> found;
    while (const dirent* entry = ::readdir(folder)) {
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') found.push_back(std::atoi(entry->d_name));
    }
    return found;
}

bool may_be_shared(int number, mode_t mode, dev_t special) noexcept {
    if (S_ISCHR(mode)) return major(special) == kMemoryDevices;
    if (!S_ISREG(mode)) return false;
    const int seals = ::fcntl(number, F_GET_SEALS);  // of memory that no process can change: memfd_create(2)
    if (seals >= 0 && (seals & F_SEAL_WRITE) != 0) return true;
    const int flags = ::fcntl(number, F_GETFL);
    return (flags & O_APPEND) != 0 && (flags & O_ACCMODE) == O_WRONLY;
}

const char* kind_of(mode_t mode) noexcept {
    if (S_ISSOCK(mode)) return "a socket";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISREG(mode)) return "a file";
    return S_ISDIR(mode) ? "a folder" : "a descriptor";
}

// Without its name where the system does not tell it, as after a change of the user.
std::string describe(int number, mode_t mode) {
    std::string text = kind_of(mode);
    char name[512];
    const std::string link = "/proc/self/fd/" + std::to_string(number);
    const ssize_t length = ::readlink(link.c_str(), name, sizeof name);
    if (length > 0) text += " (" + std::string(name, static_cast<size_t>(length)) + ")";
    return text;
}

}  // namespace

void OpenResources::add(int number) noexcept {
    struct stat status {};
    if (::fstat(number, &status) != 0) return;
    descriptors_.push_back({number, status.st_dev, status.st_ino, status.st_mode, status.st_rdev});
}

// A process that has changed its user may not read the folder.
void OpenResources::find_descriptors() noexcept {
    if (const Folder folder = open_folder("/proc/self/fd"); folder != nullptr) {
        for (int number : numbers_in(folder.get())) {
            if (number != ::dirfd(folder.get())) add(number);
        }
        return;
    }
    rlimit limit{kMostLookedAt, kMostLookedAt};
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
    const int end = static_cast<int>(std::min(limit.rlim_cur, kMostLookedAt));
    for (int number = 0; number < end; ++number) add(number);
}

OpenResources OpenResources::find() noexcept {
    OpenResources found;
    found.find_descriptors();
    if (const Folder folder = open_folder("/proc/self/task"); folder != nullptr)
        found.threads_ = numbers_in(folder.get()).size();
    return found;
}

bool OpenResources::has(const Descriptor& wanted) const noexcept {
    return std::any_of(descriptors_.begin(), descriptors_.end(), [&wanted](const Descriptor& one) {
        return one.number == wanted.number && one.device == wanted.device && one.inode == wanted.inode;
    });
}

// Standard output or standard error once more, as fopen('php://stderr', 'w') makes it: all processes share them anyway.
bool OpenResources::is_output(const Descriptor& wanted) const noexcept {
    if ((::fcntl(wanted.number, F_GETFL) & O_ACCMODE) == O_RDONLY) return false;
    return std::any_of(descriptors_.begin(), descriptors_.end(), [&wanted](const Descriptor& one) {
        const bool is_standard = one.number == STDOUT_FILENO || one.number == STDERR_FILENO;
        return is_standard && one.device == wanted.device && one.inode == wanted.inode;
    });
}

std::string OpenResources::new_since(const OpenResources& before) const noexcept {
    for (const Descriptor& one : descriptors_) {
        if (!before.has(one) && !before.is_output(one) && !may_be_shared(one.number, one.mode, one.special))
            return describe(one.number, one.mode);
    }
    return threads_ > before.threads_ ? "a thread" : "";
}

}  // namespace tern::proc
