// A part of a shared cache: entries by key; the least recently used one is dropped first. All of it is in shared
// memory, linked by indices, in this order: the shard, its buckets, a link for each block, the blocks. An entry is a
// chain of blocks, so fragmentation never makes memory unusable. Zero bytes are an empty shard.
//
// When the owner of the lock has died, the next one drops everything: the content of a cache can be made again.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/buffer.h"
#include "base/bytes.h"
#include "shm/robust_lock.h"

namespace tern::shm {

// The type of a value, for the user of the cache; add() changes only integers.
using CacheTag = uint8_t;
inline constexpr CacheTag kCacheInteger = 254;
inline constexpr CacheTag kCacheClaim = 255;  // no value: a process is computing it

struct CacheCounts {
    uint64_t entries;
    uint64_t blocks;  // in use
    uint64_t hits;
    uint64_t misses;
    uint64_t stored;
    uint64_t evicted;  // dropped for other entries before their time
    uint64_t expired;
    uint64_t lost;  // lost with a process that died during a change
};

struct CacheKey {
    Bytes text;
    uint64_t hash;
};

class CacheShard {
public:
    static constexpr size_t kBlock = 128;

    // The size of the shard with its arrays.
    static size_t bytes_for(uint32_t blocks) noexcept;
    // Initializes it in zeroed memory of that size.
    void init(uint32_t blocks) noexcept;

    // Holds the lock.
    class Hold {
    public:
        explicit Hold(CacheShard& shard) noexcept;
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() { shard_.lock_.unlock(); }

    private:
        CacheShard& shard_;
    };

    // Everything below is for the holder of the lock. Times are coarse_ms(); 0: never.
    struct Found {
        uint32_t entry = 0;  // 0: none; otherwise valid until the next change
        CacheTag tag = 0;
        uint32_t bytes = 0;
    };
    Found find(const CacheKey& key, int64_t now_ms) noexcept;
    void read(uint32_t entry, char* into) const noexcept;  // the value
    bool has_value(uint32_t entry, Bytes value) const noexcept;
    void overwrite(uint32_t entry, Bytes value) noexcept;  // with one of the same size
    void touch(uint32_t entry) noexcept;                   // marks it as used
    void set_expiry(uint32_t entry, int64_t expires_ms) noexcept;
    // Replaces the value of the key. False: it is too large, and the former value is removed.
    bool store(const CacheKey& key, CacheTag tag, Bytes value, int64_t expires_ms, int64_t now_ms) noexcept;
    bool remove(const CacheKey& key, int64_t now_ms) noexcept;
    void clear() noexcept;
    // True: all of it is consistent. Checks each block.
    bool is_sound() const noexcept;

    uint32_t largest_value() const noexcept {
        return static_cast<uint32_t>(std::min(blocks_ / 2 * kBlock, kMostValue));
    }
    CacheCounts& counts() noexcept { return counts_; }

private:
    struct Entry;
    static constexpr uint32_t kHead = 1u << 31;  // of a link: an entry begins with this block
    static constexpr int kSweptPerStore = 4;
    static constexpr size_t kMostValue = 0xffff'ff00;  // its length has 32 bits

    char* at(uint64_t offset) const noexcept { return reinterpret_cast<char*>(const_cast<CacheShard*>(this)) + offset; }
    uint32_t* buckets() const noexcept { return reinterpret_cast<uint32_t*>(at(sizeof *this)); }
    uint32_t* links() const noexcept { return reinterpret_cast<uint32_t*>(at(links_at_)); }
    char* block(uint32_t index) const noexcept { return at(blocks_at_ + uint64_t{index} * kBlock); }
    Entry& entry(uint32_t index) const noexcept;
    uint32_t& bucket_of(uint64_t hash) const noexcept { return buckets()[static_cast<uint32_t>(hash) & bucket_mask_]; }
    uint32_t follow(uint32_t index) const noexcept { return links()[index] & ~kHead; }
    static uint32_t blocks_for(size_t payload) noexcept;

    bool has_key(uint32_t index, const CacheKey& key) const noexcept;
    template <class Piece>
    void each_piece(uint32_t index, size_t offset, size_t bytes, Piece piece) const noexcept;
    void link_newest(uint32_t index) noexcept;
    void unlink(uint32_t index) noexcept;
    void drop(uint32_t index) noexcept;
    void sweep(int64_t now_ms) noexcept;
    uint32_t take_blocks(uint32_t count) noexcept;

    RobustLock lock_;
    uint32_t blocks_;  // numbered from 1
    uint32_t bucket_mask_;
    uint64_t links_at_;   // offsets from here
    uint64_t blocks_at_;  // of block 0, which does not exist
    uint32_t unused_;     // blocks from here on were never used
    uint32_t free_;       // first of the free blocks
    uint32_t freed_;      // the number of free blocks
    uint32_t newest_;
    uint32_t oldest_;
    uint32_t stores_;
    uint32_t swept_;  // the last checked block
    CacheCounts counts_;
};

}  // namespace tern::shm
