// Values by key for many processes, within a budget of bytes. The object is made before the processes are forked and
// maps the same memory in all of them. Nothing here waits but for a lock that protects some hundred bytes' copy.
//
// A value that is expensive to make is claimed first, so that one process makes it while the others wait.
#pragma once

#include <atomic>

#include "base/buffer.h"
#include "base/error.h"
#include "shm/cache_shard.h"
#include "shm/key_hash.h"
#include "shm/mapping.h"

namespace tern::shm {

// Who makes a value; tokens are not used twice.
struct CacheClaim {
    uint64_t process;  // own_process_name()
    uint64_t token;
};

class Cache {
public:
    static constexpr size_t kLeast = 64 << 10;
    static constexpr size_t kMost = size_t{1} << 40;
    static constexpr size_t kLongestKey = 1024;

    Cache() = default;
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;

    Error create(size_t bytes) noexcept;

    // `value` lives until the next call. Claims are not found. A value that is not larger than `room` is copied to
    // `place` instead of memory of the cache's own.
    struct Found {
        bool found = false;
        CacheTag tag = 0;
        Bytes value;
    };
    Found get(Bytes key, char* place = nullptr, size_t room = 0) noexcept;
    // Bytes of the value that get() found last: those of the next are often as many.
    size_t last_bytes() const noexcept { return last_bytes_; }
    bool has(Bytes key) noexcept;

    // expires_in_ms: above 0, or kNever.
    static constexpr int64_t kNever = 0;
    bool set(Bytes key, CacheTag tag, Bytes value,
             int64_t expires_in_ms) noexcept;  // false: larger than largest_value()
    bool add(Bytes key, CacheTag tag, Bytes value,
             int64_t expires_in_ms) noexcept;  // false: there is one, or too large
    bool remove(Bytes key) noexcept;           // a claim, too; false: there was no value
    void clear() noexcept;

    struct Sum {
        enum class State : uint8_t { ok, no_integer, out_of_range } state;
        int64_t value;
    };
    // To the integer of the key, 0 where there is none; only a new one takes the time.
    Sum increment(Bytes key, int64_t by, int64_t expires_in_ms) noexcept;

    // Found, else claimed by this process (token above 0), else `holder` has it.
    struct Claimed {
        Found found;
        uint64_t token = 0;
        CacheClaim holder{};
    };
    Claimed claim(Bytes key) noexcept;
    // In place of a claim that `dead` had; 0: somebody else came before.
    uint64_t take_over(Bytes key, const CacheClaim& dead) noexcept;
    // The value that was claimed. False: too large, or the claim is gone; whoever deleted or set the key meanwhile is
    // right.
    bool fulfil(Bytes key, uint64_t token, CacheTag tag, Bytes value, int64_t expires_in_ms) noexcept;
    void give_up(Bytes key, uint64_t token) noexcept;

    CacheCounts counts() noexcept;  // of all shards
    size_t bytes() const noexcept { return memory_.size(); }
    uint32_t largest_value() const noexcept { return shard(0).largest_value(); }
    bool is_sound() noexcept;

private:
    struct Header {
        std::atomic<uint64_t> tokens;
    };

    CacheShard& shard(uint32_t index) const noexcept;
    CacheKey key_of(Bytes text) const noexcept { return {text, hash_(text)}; }
    CacheShard& shard_of(const CacheKey& key) const noexcept;
    Found copy_out(CacheShard& shard, const CacheShard::Found& found, char* place = nullptr, size_t room = 0) noexcept;
    static CacheClaim claim_at(const CacheShard& shard, uint32_t entry) noexcept;
    // Whether the key is claimed by this process with that token.
    bool holds(CacheShard& shard, const CacheKey& key, uint64_t token, int64_t now_ms) noexcept;
    uint64_t put_claim(CacheShard& shard, const CacheKey& key, int64_t now_ms) noexcept;

    Mapping memory_;
    Header* header_ = nullptr;  // in it
    char* shards_ = nullptr;
    size_t shard_bytes_ = 0;
    uint32_t shard_count_ = 0;
    KeyHash hash_;
    Buffer out_;  // the last value
    size_t last_bytes_ = 0;
};

}  // namespace tern::shm
