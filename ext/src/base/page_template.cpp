#include "base/page_template.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "base/check.h"
#include "base/sealed_file.h"

namespace tern {

namespace {

constexpr size_t kPage = 4096;

// A page that an allocator has given back to the system (MADV_DONTNEED) has the bytes of the file again. The allocators
// of glibc and of musl clear memory before they use it as empty, unless they have just mapped it. Others may not.
bool is_allocator_of_libc() noexcept {
    Dl_info allocator;
    Dl_info libc;
    if (dladdr(reinterpret_cast<void*>(&std::malloc), &allocator) == 0) return false;
    return dladdr(reinterpret_cast<void*>(&std::abort), &libc) != 0 && allocator.dli_fbase == libc.dli_fbase;
}

// POSIX: a mapping that fails may have removed the one in its place.
void map_empty(char* at, size_t bytes) noexcept {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(at, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) != MAP_FAILED) return;
    TERN_CHECK(::msync(at, bytes, MS_ASYNC) == 0);  // it is as it was
}

}  // namespace

void PageTemplate::set(Bytes bytes) {
    bytes_.assign(bytes);
    const bool can_share = is_allocator_of_libc() && ::sysconf(_SC_PAGESIZE) == kPage;
    file_ = Fd();
    if (!can_share) return;
    if (Result<Fd> file = make_sealed_file("tern-pages", bytes); file.ok()) file_ = std::move(file.value());
}

size_t PageTemplate::shared_bytes() const noexcept { return file_.open() ? bytes_.size() / kPage * kPage : 0; }

char* PageTemplate::make_block(size_t least) const {
    const size_t size = (std::max(bytes_.size(), least) + kPage - 1) / kPage * kPage;
    auto* block = static_cast<char*>(std::aligned_alloc(kPage, size));
    TERN_CHECK(block != nullptr);
    size_t shared = shared_bytes();
    constexpr int kFlags = MAP_PRIVATE | MAP_FIXED;
    if (shared > 0 && ::mmap(block, shared, PROT_READ | PROT_WRITE, kFlags, file_.get(), 0) == MAP_FAILED) {
        map_empty(block, std::exchange(shared, 0));
    }
    std::copy_n(bytes_.data() + shared, bytes_.size() - shared, block + shared);
    return block;
}

}  // namespace tern
