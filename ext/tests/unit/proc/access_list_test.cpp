#include "proc/access_list.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

using namespace tern::proc;

namespace {

// As in linux/posix_acl_xattr.h: what the kernel has checked and kept.
struct KernelEntry {
    uint16_t tag;
    uint16_t allowed;
    uint32_t id;
    bool operator==(const KernelEntry&) const = default;
};
constexpr uint16_t kOwnerTag = 1;
constexpr uint16_t kUserTag = 2;
constexpr uint16_t kOwningGroupTag = 4;
constexpr uint16_t kGroupTag = 8;
constexpr uint16_t kMaskTag = 16;
constexpr uint16_t kOtherTag = 32;
constexpr uint32_t kNoId = UINT32_MAX;

class ListedFile {
public:
    explicit ListedFile(mode_t mode) {
        const int fd = ::mkstemp(path_.data());
        REQUIRE(fd >= 0);
        ::close(fd);
        REQUIRE(::chmod(path(), mode) == 0);
    }
    ListedFile(const ListedFile&) = delete;
    ListedFile& operator=(const ListedFile&) = delete;
    ~ListedFile() { ::unlink(path()); }

    const char* path() const noexcept { return path_.c_str(); }
    std::vector<KernelEntry> entries() const {
        std::array<char, 4096> bytes;
        const ssize_t size = ::getxattr(path(), "system.posix_acl_access", bytes.data(), bytes.size());
        if (size < 4) return {};
        std::vector<KernelEntry> found((static_cast<size_t>(size) - 4) / sizeof(KernelEntry));
        std::memcpy(found.data(), bytes.data() + 4, found.size() * sizeof(KernelEntry));
        return found;
    }

private:
    std::string path_ = "/tmp/tern-access-list-XXXXXX";
};

// False: this file system has no lists.
bool write_list(const AccessList& list, const ListedFile& file) {
    if (list.write(file.path())) return true;
    CHECK(errno == EOPNOTSUPP);
    return false;
}

}  // namespace

TEST_CASE("access list: the mode of the path, and names beside its owner") {
    const ListedFile file(0640);
    AccessList list;
    REQUIRE(list.read(file.path()));
    list.allow_group(70);
    list.allow_user(60);
    list.allow_user(50);
    if (!write_list(list, file)) return;
    CHECK(file.entries() == std::vector<KernelEntry>{{kOwnerTag, 6, kNoId},
                                                     {kUserTag, 6, 50},
                                                     {kUserTag, 6, 60},
                                                     {kOwningGroupTag, 4, kNoId},
                                                     {kGroupTag, 6, 70},
                                                     {kMaskTag, 6, kNoId},
                                                     {kOtherTag, 0, kNoId}});
}

TEST_CASE("access list: the list of the path stays, and a name has one entry") {
    const ListedFile file(0600);
    AccessList first;
    REQUIRE(first.read(file.path()));
    first.allow_user(50);
    if (!write_list(first, file)) return;
    AccessList second;
    REQUIRE(second.read(file.path()));
    second.allow_user(50);
    second.allow_user(51);
    REQUIRE(second.write(file.path()));
    CHECK(file.entries() == std::vector<KernelEntry>{{kOwnerTag, 6, kNoId},
                                                     {kUserTag, 6, 50},
                                                     {kUserTag, 6, 51},
                                                     {kOwningGroupTag, 0, kNoId},
                                                     {kMaskTag, 6, kNoId},
                                                     {kOtherTag, 0, kNoId}});
}

TEST_CASE("access list: too many names change nothing") {
    const ListedFile file(0600);
    AccessList list;
    REQUIRE(list.read(file.path()));
    for (uint32_t uid = 1; uid <= AccessList::kMostNames + 1; ++uid) list.allow_user(uid);
    CHECK(!list.write(file.path()));
    CHECK(errno == E2BIG);
    CHECK(file.entries().empty());
}

TEST_CASE("access list: as many names as it takes") {
    const ListedFile file(0600);
    AccessList list;
    REQUIRE(list.read(file.path()));
    for (uint32_t uid = 1; uid <= AccessList::kMostNames; ++uid) list.allow_user(uid);
    if (write_list(list, file)) CHECK(file.entries().size() == AccessList::kMostNames + 4);
}

TEST_CASE("access list: a path that is not there") {
    AccessList list;
    CHECK(!list.read("/tmp/tern-access-list/nothing"));
    CHECK(errno == ENOENT);
}
