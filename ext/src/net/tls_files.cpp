#include "net/tls_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

namespace tern::net {

TlsFiles::Mark TlsFiles::mark_of(const char* path) noexcept {
    struct stat status {};
    if (::stat(path, &status) < 0) return {};
    return {status.st_dev, status.st_ino, status.st_size,
            status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec};
}

Result<std::string> TlsFiles::read(const std::string& path) {
    marks_.emplace_back(path, mark_of(path.c_str()));  // noted before the read, so that a change in between is detected
    const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.open()) return last_error();
    std::string content;
    char chunk[1024];
    for (;;) {
        const ssize_t count = ::read(file.get(), chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        if (count == 0) return content;
        if (content.size() > kMostBytes) return Error::file_too_large;
        content.append(chunk, static_cast<size_t>(count));
    }
}

bool TlsFiles::changed() const noexcept {
    for (const auto& [path, mark] : marks_) {
        if (mark_of(path.c_str()) != mark) return true;
    }
    return false;
}

}  // namespace tern::net
