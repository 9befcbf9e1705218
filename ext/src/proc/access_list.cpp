#include "proc/access_list.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace tern::proc {

namespace {

constexpr const char* kAttribute = "system.posix_acl_access";
constexpr uint32_t kVersion = 2;
constexpr uint16_t kReadAndWrite = 6;

}  // namespace

void AccessList::add(Tag tag, uint16_t allowed, uint32_t id) noexcept {
    if (count_ == kMostEntries) {
        is_full_ = true;
        return;
    }
    entries_[count_++] = {tag, allowed, id};
}

// A name that is there already gets what it lacks.
void AccessList::allow(Tag tag, uint32_t id) noexcept {
    Entry* end = entries_ + count_;
    Entry* found = std::find_if(entries_, end, [&](const Entry& one) { return one.tag == tag && one.id == id; });
    if (found == end) return add(tag, kReadAndWrite, id);
    found->allowed |= kReadAndWrite;
}

bool AccessList::read_attribute(const char* path) noexcept {
    char bytes[sizeof kVersion + sizeof entries_];
    const ssize_t size = ::getxattr(path, kAttribute, bytes, sizeof bytes);
    if (size < static_cast<ssize_t>(sizeof kVersion)) return false;
    count_ = (static_cast<size_t>(size) - sizeof kVersion) / sizeof(Entry);
    std::memcpy(entries_, bytes + sizeof kVersion, count_ * sizeof(Entry));
    Entry* end = std::remove_if(entries_, entries_ + count_, [](const Entry& one) { return one.tag == kMask; });
    count_ = static_cast<size_t>(end - entries_);
    return true;
}

bool AccessList::read(const char* path) noexcept {
    if (read_attribute(path)) return true;
    struct stat file {};
    if (errno != ENODATA && errno != EOPNOTSUPP) return false;
    if (::stat(path, &file) != 0) return false;
    add(kOwner, file.st_mode >> 6 & 7);
    add(kOwningGroup, file.st_mode >> 3 & 7);
    add(kOther, file.st_mode & 7);
    return true;
}

bool AccessList::write(const char* path) const noexcept {
    if (is_full_ || count_ == kMostEntries) {
        errno = E2BIG;
        return false;
    }
    Entry all[kMostEntries];
    std::copy_n(entries_, count_, all);
    uint16_t mask = 0;
    for (size_t i = 0; i < count_; ++i) {
        if (all[i].tag == kUser || all[i].tag == kGroup || all[i].tag == kOwningGroup) mask |= all[i].allowed;
    }
    all[count_] = {kMask, mask, UINT32_MAX};
    std::sort(all, all + count_ + 1, [](const Entry& one, const Entry& other) {
        return one.tag != other.tag ? one.tag < other.tag : one.id < other.id;
    });
    char bytes[sizeof kVersion + sizeof all];
    std::memcpy(bytes, &kVersion, sizeof kVersion);
    std::memcpy(bytes + sizeof kVersion, all, (count_ + 1) * sizeof(Entry));
    return ::setxattr(path, kAttribute, bytes, sizeof kVersion + (count_ + 1) * sizeof(Entry), 0) == 0;
}

}  // namespace tern::proc
