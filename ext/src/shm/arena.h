// Memory that a family of processes shares: those that are forked, and those that are started with its file descriptor.
// Blocks are found by their offset, as each process maps the memory at another address. The range of the limit is
// mapped at once; memory is added in steps, so a lack of it is an error and never a signal.
//
// All changes are transactions under one lock. Each word is noted before it is overwritten. A process may be killed at
// any instruction: the next one that gets the lock writes the noted words back. Memory of a block that nothing refers
// to yet needs no notes.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "shm/key_hash.h"
#include "shm/robust_lock.h"

namespace tern::shm {

using Offset = uint64_t;  // 0: no block

class Arena {
public:
    static constexpr uint32_t kLeastBytes = 32;  // of a block
    static constexpr uint32_t kOrders = 32;      // sizes of blocks: each is twice the one before
    static constexpr uint32_t kMostNotes = 4096;
    static constexpr uint32_t kMostProcesses = 1024;
    static constexpr uint64_t kLeastLimit = uint64_t{4} << 20;
    static constexpr uint64_t kMostLimit = uint64_t{32} << 30;

    // The processes of the family, and what the references of each are: see shm/references.
    struct Member {
        std::atomic<uint64_t> process;  // its name; 0: free
        Offset holds;
    };

    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    // Either makes the memory or maps that of another process. Call one of them once; after an error, again.
    Error create(uint64_t limit) noexcept;
    Error attach(int fd) noexcept;
    bool exists() const noexcept { return header_ != nullptr; }
    // Closed by exec(), like all descriptors of this extension. Without an arena -1.
    int fd() const noexcept { return fd_; }

    // The lock, with the memory repaired. It must not be held across calls of Zend, forks and suspensions.
    class Held {
    public:
        explicit Held(Arena& arena) noexcept : arena_(arena) { arena.lock(); }
        Held(const Held&) = delete;
        Held& operator=(const Held&) = delete;
        ~Held() { arena_.unlock(); }

    private:
        Arena& arena_;
    };

    // --- With the lock:

    template <class T>
    T* at(Offset offset) const noexcept {
        return reinterpret_cast<T*>(memory_ + offset);
    }
    // For all words that others can see, and for those of blocks that are freed in this transaction.
    void note(void* where, size_t bytes) noexcept;
    template <class T>
    void put(T& where, const T& value) noexcept {
        note(&where, sizeof value);
        std::memcpy(static_cast<void*>(&where), &value, sizeof value);
    }
    void commit() noexcept;
    void undo() noexcept;

    // 0: there is no memory. Adds memory only while may_grow(). Allocate before you free in a transaction: a freed
    // block must keep its content until the commit.
    Offset allocate(size_t bytes) noexcept;
    void free(Offset block) noexcept;
    void may_grow(bool grows) noexcept { grows_ = grows; }
    size_t size_of(Offset block) const noexcept;
    // Whether a used block of at least `bytes` starts there.
    bool is_block(Offset block, size_t bytes) const noexcept;

    uint64_t next_id() noexcept;  // never the same again
    Offset& dying() noexcept;     // the first of a list: see shm/references
    Member* members() noexcept;
    const KeyHash& hash() const noexcept;

    // --- Without the lock:

    uint64_t limit() const noexcept;
    uint64_t memory_bytes() const noexcept;  // so far

    // For tests: whether blocks and free lists are whole; the bytes of used blocks; all memory so far.
    struct Audit {
        bool sound = false;
        uint64_t used_bytes = 0;
    };
    Audit audit() noexcept;
    char* memory() const noexcept { return memory_; }
    size_t snapshot_bytes() const noexcept;

private:
    struct Header;
    struct Note;
    struct FreeBlock;

    Error map(int fd, uint64_t limit) noexcept;
    void lock() noexcept;
    void unlock() noexcept;
    uint8_t& mark_of(Offset block) const noexcept;
    void mark(Offset block, uint8_t mark) noexcept;
    void link(Offset block, uint32_t order) noexcept;
    void unlink(Offset block, uint32_t order) noexcept;
    void release(Offset block, uint32_t order) noexcept;
    bool grow(uint32_t order) noexcept;
    bool add_block(uint64_t bytes) noexcept;
    bool add_memory(uint64_t bytes) noexcept;

    Header* header_ = nullptr;
    char* memory_ = nullptr;
    uint8_t* marks_ = nullptr;
    Offset heap_ = 0;  // where blocks begin
    size_t mapped_ = 0;
    int fd_ = -1;
    bool grows_ = false;
};

}  // namespace tern::shm
