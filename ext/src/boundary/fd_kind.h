// The kinds of descriptors, from their first use until they are closed: without this, read() and write() on files would
// need one more system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::boundary {

enum class FdKind : uint8_t {
    unknown,
    socket,
    pipe,
    terminal,
    file,  // also a bad descriptor, for which the real call reports the error
    // Files whose storage is known.
    near_file,
    remote_file,
};

class FdKinds {
public:
    FdKind of(int fd) noexcept {
        const auto index = static_cast<size_t>(fd);
        if (index < kinds_.size() && kinds_[index] != FdKind::unknown) return kinds_[index];
        return look(fd);
    }
    // Does nothing if the descriptor was closed since of() returned `file`.
    void refine(int fd, FdKind kind) noexcept {
        const auto index = static_cast<size_t>(fd);
        if (index < kinds_.size() && kinds_[index] == FdKind::file) kinds_[index] = kind;
    }
    void forget(int fd) noexcept {
        const auto index = static_cast<size_t>(fd);
        if (index < kinds_.size()) kinds_[index] = FdKind::unknown;
    }

private:
    FdKind look(int fd) noexcept;

    std::vector<FdKind> kinds_;
};

}  // namespace tern::boundary
