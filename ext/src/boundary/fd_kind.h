// What descriptors are, remembered from their first use until they are closed: read() and write() on files must not
// cost a system call more than before.
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
    file,  // or something that the real call says what is wrong with
    // Files that were asked for their storage.
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
    // Unless it was closed since of() said `file`.
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
