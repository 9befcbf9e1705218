#include "boundary/file_state.h"

#include <algorithm>
#include <linux/magic.h>
#include <sys/vfs.h>

namespace tern::boundary {

namespace {

// Numbers that <linux/magic.h> lacks, from the kernel modules.
constexpr unsigned long kCifs = 0xff534d42;
constexpr unsigned long kSmb2 = 0xfe534d42;
constexpr unsigned long kGfs2 = 0x01161970;
constexpr unsigned long kLustre = 0x0bd00bd0;
constexpr unsigned long kGpfs = 0x47504653;
constexpr unsigned long kVboxsf = 0x786f4256;

}  // namespace

HeldFds::Pending HeldFds::release(int fd) noexcept {
    Use& use = uses_[static_cast<size_t>(fd)];
    return --use.count > 0 ? Pending::nothing : std::exchange(use.pending, Pending::nothing);
}

Storage ask_storage(int fd) noexcept {
    struct statfs found {};
    if (fstatfs(fd, &found) != 0) return Storage::unknown;
    switch (static_cast<unsigned long>(found.f_type)) {
        // Files of these are usually in memory, although the file systems do not support RWF_NOWAIT.
        case TMPFS_MAGIC:
        case RAMFS_MAGIC:
        case OVERLAYFS_SUPER_MAGIC:
        case PROC_SUPER_MAGIC:
        case SYSFS_MAGIC:
        case CGROUP2_SUPER_MAGIC: return Storage::memory;
        case NFS_SUPER_MAGIC:
        case FUSE_SUPER_MAGIC:
        case SMB_SUPER_MAGIC:
        case CEPH_SUPER_MAGIC:
        case AFS_SUPER_MAGIC:
        case AFS_FS_MAGIC:
        case CODA_SUPER_MAGIC:
        case OCFS2_SUPER_MAGIC:
        case V9FS_MAGIC:
        case kCifs:
        case kSmb2:
        case kGfs2:
        case kLustre:
        case kGpfs:
        case kVboxsf: return Storage::remote;
        default: return Storage::disk;
    }
}

Storage Storages::find(uint64_t device) const noexcept {
    for (const Row& row : rows_) {
        if (row.device == device) return row.storage;
    }
    return Storage::unknown;
}

// Device numbers change when file systems are mounted.
void Storages::add(uint64_t device, Storage storage) {
    if (rows_.size() >= kMost) rows_.clear();
    rows_.push_back({device, storage});
}

}  // namespace tern::boundary
