#include "shm/arena.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

namespace tern::shm {

namespace {

constexpr uint64_t kArenaMagic = 0x746572'6e617201;  // changes with the layout
constexpr uint64_t kArenaPage = 4096;
constexpr uint64_t kLeastGrowth = uint64_t{256} << 10;
constexpr uint64_t kMostGrowth = uint64_t{16} << 20;
constexpr uint8_t kFree = 0x40;  // marks: the order of a block, and whether it is free
constexpr uint8_t kUsed = 0x80;
constexpr uint8_t kOrderBits = 0x3f;

constexpr uint64_t round_to(uint64_t bytes, uint64_t unit) noexcept { return (bytes + unit - 1) / unit * unit; }
constexpr uint64_t bytes_of(uint32_t order) noexcept { return uint64_t{Arena::kLeastBytes} << order; }

uint32_t order_for(size_t bytes) noexcept {
    const size_t units = (std::max<size_t>(bytes, 1) + Arena::kLeastBytes - 1) / Arena::kLeastBytes;
    return static_cast<uint32_t>(std::bit_width(units - 1));
}

// The order of stores is what a killed process leaves: the compiler must not change it.
void keep_order() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

// In pieces: in older kernels a signal ends the call, and a timer's would end a long one again and again.
bool add_pages(int fd, uint64_t at, uint64_t bytes) noexcept {
    for (uint64_t done = 0; done < bytes;) {
        const uint64_t piece = std::min(bytes - done, kLeastGrowth);
        if (fallocate(fd, 0, static_cast<off_t>(at + done), static_cast<off_t>(piece)) == 0) {
            done += piece;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

}  // namespace

struct Arena::Note {
    Offset where;
    uint64_t old;
};

struct Arena::FreeBlock {
    Offset next, previous;
};

struct Arena::Header {
    uint64_t magic;
    uint64_t limit;
    RobustLock lock;
    std::atomic<uint32_t> notes_used;
    std::atomic<uint64_t> heap_bytes;  // that have memory
    uint64_t last_id;
    Offset dying;
    Offset free[kOrders];
    KeyHash hash;
    Note notes[kMostNotes];
    Member members[kMostProcesses];
};

Arena::~Arena() {
    if (memory_ != nullptr) munmap(memory_, mapped_);
    if (fd_ >= 0) close(fd_);
}

// Header, a mark for each possible block, blocks. The file is as large as the limit, but has memory only where it was
// added.
Error Arena::map(int fd, uint64_t limit) noexcept {
    const uint64_t marks = round_to(sizeof(Header), kArenaPage);
    const uint64_t heap = round_to(marks + limit / kLeastBytes, kArenaPage);
    const uint64_t all = heap + limit;
    void* memory = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (memory == MAP_FAILED) return last_error();
    memory_ = static_cast<char*>(memory);
    mapped_ = all;
    header_ = reinterpret_cast<Header*>(memory_);
    marks_ = reinterpret_cast<uint8_t*>(memory_ + marks);
    heap_ = heap;
    fd_ = fd;
    return Error::ok;
}

Error Arena::create(uint64_t limit) noexcept {
    TERN_CHECK(header_ == nullptr);
    limit = round_to(std::clamp(limit, kLeastLimit, kMostLimit), kLeastGrowth);
    const int fd = memfd_create("tern-threads", MFD_CLOEXEC);
    if (fd < 0) return last_error();
    const uint64_t first = round_to(sizeof(Header), kArenaPage);
    const uint64_t all = round_to(first + limit / kLeastBytes, kArenaPage) + limit;
    Error error = Error::ok;
    KeyHash hash;
    if (ftruncate(fd, static_cast<off_t>(all)) != 0 || !add_pages(fd, 0, first) || !hash.seed()) {
        error = last_error();
    }
    if (error == Error::ok) error = map(fd, limit);
    if (error != Error::ok) {
        close(fd);
        return error;
    }
    header_->limit = limit;
    header_->hash = hash;
    header_->magic = kArenaMagic;
    return Error::ok;
}

Error Arena::attach(int fd) noexcept {
    TERN_CHECK(header_ == nullptr);
    uint64_t start[2] = {};
    static_assert(offsetof(Header, magic) == 0 && offsetof(Header, limit) == sizeof start[0]);
    if (pread(fd, start, sizeof start, 0) != sizeof start) return Error::bad_descriptor;
    if (start[0] != kArenaMagic) return Error::bad_descriptor;
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (own < 0) return last_error();
    const Error error = map(own, start[1]);
    if (error != Error::ok) close(own);
    return error;
}

void Arena::lock() noexcept {
    if (header_->lock.lock() == Taken::from_dead) undo();
}

void Arena::unlock() noexcept {
    TERN_CHECK(header_->notes_used.load(std::memory_order_relaxed) == 0);
    header_->lock.unlock();
}

// --- transactions

void Arena::note(void* where, size_t bytes) noexcept {
    const auto first = static_cast<Offset>(static_cast<char*>(where) - memory_);
    const Offset end = first + bytes;
    for (Offset word = first & ~Offset{7}; word < end; word += 8) {
        const uint32_t used = header_->notes_used.load(std::memory_order_relaxed);
        TERN_CHECK(used < kMostNotes);
        header_->notes[used] = {word, *at<uint64_t>(word)};
        keep_order();
        header_->notes_used.store(used + 1, std::memory_order_release);
    }
    keep_order();
}

void Arena::commit() noexcept {
    keep_order();
    header_->notes_used.store(0, std::memory_order_release);
    keep_order();
}

// The oldest note of a word is written last. If this process dies, too, the next one begins again.
void Arena::undo() noexcept {
    for (uint32_t left = header_->notes_used.load(std::memory_order_relaxed); left > 0; --left) {
        const Note& note = header_->notes[left - 1];
        *at<uint64_t>(note.where) = note.old;
    }
    commit();
}

// --- blocks

uint8_t& Arena::mark_of(Offset block) const noexcept { return marks_[(block - heap_) / kLeastBytes]; }

void Arena::mark(Offset block, uint8_t mark) noexcept { put(mark_of(block), mark); }

void Arena::link(Offset block, uint32_t order) noexcept {
    Offset& first = header_->free[order];
    put(*at<FreeBlock>(block), FreeBlock{first, 0});
    if (first != 0) put(at<FreeBlock>(first)->previous, block);
    put(first, block);
    mark(block, static_cast<uint8_t>(order | kFree));
}

// The links stay, but are noted, as the user of the block overwrites them.
void Arena::unlink(Offset block, uint32_t order) noexcept {
    auto* links = at<FreeBlock>(block);
    note(links, sizeof *links);
    if (links->previous != 0) {
        put(at<FreeBlock>(links->previous)->next, links->next);
    } else {
        put(header_->free[order], links->next);
    }
    if (links->next != 0) put(at<FreeBlock>(links->next)->previous, links->previous);
}

Offset Arena::allocate(size_t bytes) noexcept {
    if (bytes > header_->limit) return 0;
    const uint32_t order = order_for(bytes);
    uint32_t found = order;
    while (found < kOrders && header_->free[found] == 0) ++found;
    if (found == kOrders) {
        if (!grows_ || !grow(order)) return 0;
        for (found = order; header_->free[found] == 0;) ++found;
    }
    const Offset block = header_->free[found];
    unlink(block, found);
    while (found > order) {
        --found;
        link(block + bytes_of(found), found);
    }
    mark(block, static_cast<uint8_t>(order | kUsed));
    return block;
}

void Arena::free(Offset block) noexcept {
    const uint8_t mark = mark_of(block);
    TERN_CHECK((mark & kUsed) != 0);
    release(block, mark & kOrderBits);
}

// Two free halves become one block.
void Arena::release(Offset block, uint32_t order) noexcept {
    const uint64_t heap_bytes = header_->heap_bytes.load(std::memory_order_relaxed);
    for (; order + 1 < kOrders; ++order) {
        const Offset other = heap_ + ((block - heap_) ^ bytes_of(order));
        if (other - heap_ + bytes_of(order) > heap_bytes || mark_of(other) != (order | kFree)) break;
        unlink(other, order);
        mark(std::max(block, other), 0);
        block = std::min(block, other);
    }
    link(block, order);
}

bool Arena::grow(uint32_t order) noexcept {
    const uint64_t used = header_->heap_bytes.load(std::memory_order_relaxed);
    const uint64_t step = std::clamp(std::bit_floor(used / 8 + 1), kLeastGrowth, kMostGrowth);
    const uint64_t needed = bytes_of(order);
    return add_block(std::max(needed, step)) || (needed < step && add_block(needed));
}

// Blocks begin at a multiple of their size, so smaller ones may have to be added first.
bool Arena::add_block(uint64_t bytes) noexcept {
    const uint64_t now = header_->heap_bytes.load(std::memory_order_relaxed);
    if (bytes > header_->limit || round_to(now, bytes) + bytes > header_->limit) return false;
    for (;;) {
        const uint64_t end = header_->heap_bytes.load(std::memory_order_relaxed);
        const uint64_t fits = end == 0 ? bytes : std::min(bytes, end & (~end + 1));
        if (!add_memory(fits)) return false;
        if (fits == bytes) return true;
    }
}

bool Arena::add_memory(uint64_t bytes) noexcept {
    const uint64_t end = header_->heap_bytes.load(std::memory_order_relaxed);
    if (end + bytes > header_->limit) return false;
    const Offset block = heap_ + end;
    const auto marks = static_cast<Offset>(marks_ - reinterpret_cast<uint8_t*>(memory_));
    const Offset first = (marks + end / kLeastBytes) / kArenaPage * kArenaPage;
    const Offset last = round_to(marks + (end + bytes) / kLeastBytes, kArenaPage);
    const int kept = errno;
    const bool added = add_pages(fd_, first, last - first) && add_pages(fd_, block, bytes);
    errno = kept;
    if (!added) return false;
    note(&header_->heap_bytes, sizeof header_->heap_bytes);
    header_->heap_bytes.store(end + bytes, std::memory_order_relaxed);
    release(block, order_for(bytes));
    return true;
}

size_t Arena::size_of(Offset block) const noexcept { return bytes_of(mark_of(block) & kOrderBits); }

bool Arena::is_block(Offset block, size_t bytes) const noexcept {
    if (block < heap_ || (block - heap_) % kLeastBytes != 0) return false;
    if (block - heap_ >= header_->heap_bytes.load(std::memory_order_relaxed)) return false;
    return (mark_of(block) & kUsed) != 0 && size_of(block) >= bytes;
}

uint64_t Arena::next_id() noexcept {
    put(header_->last_id, header_->last_id + 1);
    return header_->last_id;
}

Offset& Arena::dying() noexcept { return header_->dying; }
Arena::Member* Arena::members() noexcept { return header_->members; }
const KeyHash& Arena::hash() const noexcept { return header_->hash; }
uint64_t Arena::limit() const noexcept { return header_->limit; }
uint64_t Arena::memory_bytes() const noexcept { return header_->heap_bytes.load(); }
size_t Arena::snapshot_bytes() const noexcept { return heap_ + memory_bytes(); }

// --- for tests

Arena::Audit Arena::audit() noexcept {
    Held held(*this);
    Audit audit;
    uint64_t listed = 0;
    for (uint32_t order = 0; order < kOrders; ++order) {
        Offset before = 0;
        for (Offset block = header_->free[order]; block != 0; block = at<FreeBlock>(block)->next) {
            if (mark_of(block) != (order | kFree) || at<FreeBlock>(block)->previous != before) return audit;
            before = block;
            listed += bytes_of(order);
        }
    }
    const uint64_t all = header_->heap_bytes.load();
    uint64_t free_bytes = 0;
    for (uint64_t at = 0; at < all;) {
        const uint8_t mark = mark_of(heap_ + at);
        const uint64_t bytes = bytes_of(mark & kOrderBits);
        if ((mark & (kFree | kUsed)) == 0 || at % bytes != 0) return audit;
        for (uint64_t inner = kLeastBytes; inner < bytes; inner += kLeastBytes) {
            if (mark_of(heap_ + at + inner) != 0) return audit;
        }
        ((mark & kUsed) != 0 ? audit.used_bytes : free_bytes) += bytes;
        at += bytes;
    }
    audit.sound = listed == free_bytes;
    return audit;
}

}  // namespace tern::shm
