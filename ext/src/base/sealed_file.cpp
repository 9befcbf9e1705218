#include "base/sealed_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace tern {

Result<Fd> make_sealed_file(const char* name, Bytes bytes) noexcept {
    Fd file(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file.open()) return last_error();
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return last_error();
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
    if (::fcntl(file.get(), F_ADD_SEALS, kSeals) < 0) return last_error();
    return Result<Fd>(std::move(file));
}

}  // namespace tern
