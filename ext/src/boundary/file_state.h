// The state of the replaced calls on regular files: descriptors in use by threads, the kind of storage of devices, and
// paths that were in the kernel's memory recently. It belongs to one thread, like the boundary.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace tern::boundary {

// Descriptors that threads are using. Duplicates would not work: closing one drops the process's fcntl() locks, and
// makes network file systems flush. So a close() waits until the last thread has finished, and no other file can get
// the number before.
class HeldFds {
public:
    enum class Close : uint8_t { now, later, never };  // never: its close is pending already
    enum class Pending : uint8_t { nothing, close, close_file };

    void hold(int fd) {
        const auto index = static_cast<size_t>(fd);
        if (index >= uses_.size()) uses_.resize(index + 1);
        ++uses_[index].count;
    }
    // What the caller must do after the last use.
    Pending release(int fd) noexcept;
    Close close(int fd) noexcept {
        if (!is_held(fd)) return Close::now;
        Pending& pending = uses_[static_cast<size_t>(fd)].pending;
        return std::exchange(pending, Pending::close) == Pending::close ? Close::never : Close::later;
    }
    // The same for close_file().
    Close close_file(int fd) noexcept {
        if (!is_held(fd)) return Close::now;
        Pending& pending = uses_[static_cast<size_t>(fd)].pending;
        if (pending != Pending::nothing) return Close::never;
        pending = Pending::close_file;
        return Close::later;
    }
    // `fd` must be held.
    bool closing(int fd) const noexcept { return uses_[static_cast<size_t>(fd)].pending != Pending::nothing; }

private:
    struct Use {
        uint32_t count = 0;
        Pending pending = Pending::nothing;
    };
    bool is_held(int fd) const noexcept {
        const auto index = static_cast<size_t>(fd);
        return index < uses_.size() && uses_[index].count > 0;
    }
    std::vector<Use> uses_;
};

enum class Storage : uint8_t {
    unknown,
    memory,  // or a file system that is as fast
    disk,
    remote,  // a server, or a program (FUSE): every call may block
};

// Queries the file system, which may query its server.
Storage ask_storage(int fd) noexcept;

class Storages {
public:
    Storage find(uint64_t device) const noexcept;
    void add(uint64_t device, Storage storage);

private:
    struct Row {
        uint64_t device;
        Storage storage;
    };
    static constexpr size_t kMost = 64;
    std::vector<Row> rows_;
};

// Paths that were found without a disk. It is only a hint, so it keeps their hashes.
class WarmPaths {
public:
    bool has(std::string_view path, bool follow) const noexcept {
        const uint64_t key = key_of(path, follow);
        const Row& row = rows_[key % kRows];
        return row.key == key && coarse_ms() < row.until_ms;
    }
    void add(std::string_view path, bool follow) noexcept {
        const uint64_t key = key_of(path, follow);
        rows_[key % kRows] = {key, coarse_ms() + kWarmMs};
    }

private:
    struct Row {
        uint64_t key = 0;
        int64_t until_ms = 0;
    };
    static constexpr size_t kRows = 256;
    static constexpr int64_t kWarmMs = 1'000;
    static uint64_t key_of(std::string_view path, bool follow) noexcept {
        return std::hash<std::string_view>()(path) * 2 + (follow ? 1 : 0);
    }
    std::array<Row, kRows> rows_{};
};

struct FileState {
    HeldFds held;
    Storages storages;
    WarmPaths warm;
};

}  // namespace tern::boundary
