// A part of a shared cache: entries by key, the one that was not used for longest is dropped first. All of it lies in
// memory shared by processes, as indices, in this order: the shard, its buckets, a link for each block, the blocks. An
// entry is a chain of blocks, so no memory is ever too scattered to be used. Zero bytes are an empty shard.
//
// Whoever takes the lock of somebody who died drops everything: what is in a cache can be made again.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/buffer.h"
#include "base/bytes.h"
#include "shm/robust_lock.h"

namespace tern::shm {

// What the user of a cache says of a value; integers are those that add() may change.
using CacheTag = uint8_t;
inline constexpr CacheTag kCacheInteger = 254;
inline constexpr CacheTag kCacheClaim = 255;  // no value: somebody makes one

struct CacheCounts {
    uint64_t entries;
    uint64_t blocks;  // in use
    uint64_t hits;
    uint64_t misses;
    uint64_t stored;
    uint64_t evicted;  // for others, before their time
    uint64_t expired;
    uint64_t lost;  // with a process that died in the middle of a change
};

struct CacheKey {
    Bytes text;
    uint64_t hash;
};

class CacheShard {
public:
    static constexpr size_t kBlock = 128;

    // What the shard and its arrays take.
    static size_t bytes_for(uint32_t blocks) noexcept;
    // In zeroed memory of that size.
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

    // All below: by whoever has the lock. Times are coarse_ms(), 0 is never.
    struct Found {
        uint32_t entry = 0;  // 0: there is none; else until the next change
        CacheTag tag = 0;
        uint32_t bytes = 0;
    };
    Found find(const CacheKey& key, int64_t now_ms) noexcept;
    void read(uint32_t entry, char* into) const noexcept;  // the value
    void overwrite(uint32_t entry, Bytes value) noexcept;  // by one as long
    void touch(uint32_t entry) noexcept;                   // it was used
    void set_expiry(uint32_t entry, int64_t expires_ms) noexcept;
    // In place of what the key had. False: too large; what the key had is gone.
    bool store(const CacheKey& key, CacheTag tag, Bytes value, int64_t expires_ms, int64_t now_ms) noexcept;
    bool remove(const CacheKey& key, int64_t now_ms) noexcept;
    void clear() noexcept;
    // Whether everything in it is as it should be. Looks at each block.
    bool is_sound() const noexcept;

    uint32_t largest_value() const noexcept {
        return static_cast<uint32_t>(std::min(blocks_ / 2 * kBlock, kMostValue));
    }
    CacheCounts& counts() noexcept { return counts_; }

private:
    struct Entry;
    static constexpr uint32_t kHead = 1u << 31;  // of a link: the block begins an entry
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
    uint64_t blocks_at_;  // of block 0, which there is not
    uint32_t unused_;     // those behind the first `unused_` were never used
    uint32_t free_;       // chain of blocks
    uint32_t freed_;      // how many
    uint32_t newest_;
    uint32_t oldest_;
    uint32_t stores_;
    uint32_t swept_;  // the last block that was looked at
    CacheCounts counts_;
};

}  // namespace tern::shm
