#include "coro/stack_pool.h"

#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::coro {

namespace {

constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL and MADV_GUARD_REMOVE, which older headers lack
constexpr int kGuardRemove = 103;
constexpr size_t kTableBytes = size_t{2} << 20;  // covered by one page of page table, with pages of 4 KB

size_t rounded_up(size_t bytes, size_t unit) noexcept { return (bytes + unit - 1) / unit * unit; }

bool never_overcommits(const char* file) noexcept {
    const int fd = ::open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    char mode = 0;
    const bool never = ::read(fd, &mode, 1) == 1 && mode == '2';
    ::close(fd);
    return never;
}

// Emulators accept advice that they do not know, and do nothing. The kernel cannot write to a guard. It has to be the
// kernel: newer C libraries write random bytes themselves.
bool has_markers(size_t page_bytes) noexcept {
    void* page = ::mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return false;
    const bool has = ::madvise(page, page_bytes, kGuardInstall) == 0 &&
                     ::syscall(SYS_getrandom, page, 1, GRND_NONBLOCK) != 1 && errno == EFAULT;
    ::munmap(page, page_bytes);
    return has;
}

}  // namespace

bool limits_address_space(const char* overcommit_file) noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) return true;
    return never_overcommits(overcommit_file);
}

Guards usual_guards() noexcept {
    static const bool markers =
        has_markers(static_cast<size_t>(sysconf(_SC_PAGESIZE))) && !never_overcommits(kOvercommitFile);
    return markers ? Guards::markers : Guards::mappings;
}

StackPool::StackPool(size_t slot_bytes, Guards guards) noexcept
    : guards_(guards),
      page_bytes_(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
      slot_bytes_(rounded_up(slot_bytes, page_bytes_)),
      stride_(slot_bytes_ + kGuardBytes) {
    // Several small slots share one page of page table.
    if (stride_ > kTableBytes) stride_ = rounded_up(stride_, kTableBytes);
}

StackPool::~StackPool() {
    while (!slabs_.empty()) release(slabs_.begin());
}

void StackPool::release(Slabs::iterator slab) noexcept {
    ::munmap(slab->first, slab_bytes());
    slabs_.erase(slab);
}

// A slot begins with its guard. The rest of the stride makes stacks larger, each by a different number of pages: if all
// began at the same offset of their 2 MB, they would compete for a few entries of the processor's TLB.
StackSlot StackPool::slot_at(char* guard) const noexcept {
    char* bottom = guard + kGuardBytes;
    const size_t spare_pages = (stride_ - kGuardBytes - slot_bytes_) / page_bytes_;
    const size_t unused_pages = reinterpret_cast<uintptr_t>(guard) / stride_ % (spare_pages + 1);
    return {bottom, stride_ - kGuardBytes - unused_pages * page_bytes_};
}

// Slabs begin and end in the middle of a page table's range, and each is below the former one, so the kernel sees
// neighbours as one mapping.
Result<char*> StackPool::map_slab() const noexcept {
    const size_t bytes = slab_bytes() + kTableBytes;
    const int access = guards_ == Guards::markers ? PROT_READ | PROT_WRITE : PROT_NONE;
    char* hint = slabs_.empty() ? nullptr : slabs_.begin()->first - bytes;
    void* memory = ::mmap(hint, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return last_error();
    auto* begin = static_cast<char*>(memory);
    const size_t above = (reinterpret_cast<uintptr_t>(begin) + bytes - kGuardBytes) % kTableBytes;
    char* slab = begin + kTableBytes - above;
    ::munmap(begin, kTableBytes - above);
    if (above > 0) ::munmap(slab + slab_bytes(), above);
    // A huge page would give every stack two megabytes.
    (void)::madvise(slab, slab_bytes(), MADV_NOHUGEPAGE);
    return slab;
}

// With mappings as guards, a slab gets all guards or none. If the kernel allows no more, the slab is released, so that
// the rest of the process can use these mappings.
Error StackPool::add_slab() noexcept {
    Result<char*> memory = map_slab();
    if (!memory.ok()) return memory.error();
    auto added = slabs_.try_emplace(memory.value()).first;
    Slab& slab = added->second;
    slab.memory = memory.value();
    for (size_t i = 0; guards_ == Guards::mappings && i < kSlotsPerSlab; ++i) {
        if (Error error = install_guard(slot_at(slab.memory + i * stride_)); error != Error::ok) {
            release(added);
            return error;
        }
        slab.guarded = kAll;
    }
    with_room_.push_back(slab);
    ++empty_slabs_;
    return Error::ok;
}

Error StackPool::install_guard(const StackSlot& slot) const noexcept {
    const int result = guards_ == Guards::markers ? ::madvise(slot.bottom - kGuardBytes, kGuardBytes, kGuardInstall)
                                                  : ::mprotect(slot.bottom, slot.bytes, PROT_READ | PROT_WRITE);
    return result == 0 ? Error::ok : last_error();
}

Result<StackSlot> StackPool::take() noexcept {
    if (with_room_.empty()) {
        if (Error error = add_slab(); error != Error::ok) return error;
    }
    Slab& slab = *with_room_.front();
    const auto index = static_cast<size_t>(std::countr_zero(slab.free));
    const uint64_t bit = uint64_t{1} << index;
    const StackSlot slot = slot_at(slab.memory + index * stride_);
    if ((slab.guarded & bit) == 0) {
        if (Error error = install_guard(slot); error != Error::ok) return error;
        slab.guarded |= bit;
    }
    if (slab.free == kAll) --empty_slabs_;
    slab.free &= ~bit;
    if (slab.free == 0) slab.unlink();
    return slot;
}

void StackPool::give_back(const StackSlot& slot) noexcept {
    trim(slot, 0);
    auto slab = std::prev(slabs_.upper_bound(slot.bottom));
    const size_t index = static_cast<size_t>(slot.bottom - slab->first) / stride_;
    slab->second.free |= uint64_t{1} << index;
    if (!slab->second.linked()) with_room_.push_front(slab->second);
    if (slab->second.free != kAll) return;
    if (empty_slabs_ > 0) return release(slab);
    ++empty_slabs_;
}

void StackPool::trim(const StackSlot& slot, size_t kept) noexcept {
    (void)::madvise(slot.bottom, (slot.bytes - kept) / page_bytes_ * page_bytes_, MADV_DONTNEED);
}

size_t StackPool::lend(const StackSlot& slot, size_t lent) const noexcept {
    if (lent + page_bytes_ > kLentBytes) return 0;
    char* page = slot.bottom - lent - page_bytes_;
    const int result = guards_ == Guards::markers ? ::madvise(page, page_bytes_, kGuardRemove)
                                                  : ::mprotect(page, page_bytes_, PROT_READ | PROT_WRITE);
    return result == 0 ? page_bytes_ : 0;
}

void StackPool::end_loan(const StackSlot& slot, size_t lent) noexcept {
    char* part = slot.bottom - lent;
    if (guards_ == Guards::markers) {
        (void)::madvise(part, lent, kGuardInstall);
        return;
    }
    (void)::madvise(part, lent, MADV_DONTNEED);
    (void)::mprotect(part, lent, PROT_NONE);
}

}  // namespace tern::coro
