// The access control list of a path: users and groups beside its owner that may read and write there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tern::proc {

class AccessList {
public:
    static constexpr size_t kMostNames = 64;  // those of the path, and those that are added

    // The list that the path has, or what its mode says. False: errno.
    bool read(const char* path) noexcept;
    void allow_user(uint32_t uid) noexcept { allow(kUser, uid); }
    void allow_group(uint32_t gid) noexcept { allow(kGroup, gid); }
    // False: errno. E2BIG: too many names.
    bool write(const char* path) const noexcept;

private:
    // As the kernel has them in an extended attribute, in its order.
    enum Tag : uint16_t { kOwner = 1, kUser = 2, kOwningGroup = 4, kGroup = 8, kMask = 16, kOther = 32 };
    struct Entry {
        uint16_t tag = 0;
        uint16_t allowed = 0;
        uint32_t id = UINT32_MAX;
    };
    static constexpr size_t kMostEntries = kMostNames + 4;

    void allow(Tag tag, uint32_t id) noexcept;
    void add(Tag tag, uint16_t allowed, uint32_t id = UINT32_MAX) noexcept;
    bool read_attribute(const char* path) noexcept;

    Entry entries_[kMostEntries];
    size_t count_ = 0;
    bool is_full_ = false;
};

}  // namespace tern::proc
