// Values by key for many processes, within a limit of bytes. The object is made before the processes are forked and
// maps the same memory in all of them. The only waits are for locks during short copies.
//
// An expensive value is claimed first, so that one process computes it while the others wait.
#pragma once

#include <atomic>

#include "base/buffer.h"
#include "base/error.h"
#include "shm/cache_shard.h"
#include "shm/key_hash.h"
#include "shm/mapping.h"

namespace tern::shm {

// The process that computes a value; each token is used once.
struct CacheClaim {
    uint64_t process;  // this_process_name()
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

    // `value` is valid until the next call. Claims are not found. A value of at most `room` bytes is copied to `place`
    // instead of the cache's own memory.
    struct Found {
        bool found = false;
        CacheTag tag = 0;
        Bytes value;
    };
    Found get(Bytes key, char* place = nullptr, size_t room = 0) noexcept;
    // The size of the last value that get() found; the next one is often as large.
    size_t last_bytes() const noexcept { return last_bytes_; }
    bool has(Bytes key) noexcept;

    // expires_in_ms: above 0, or kNever.
    static constexpr int64_t kNever = 0;
    bool set(Bytes key, CacheTag tag, Bytes value,
             int64_t expires_in_ms) noexcept;  // false: larger than largest_value()
    bool add(Bytes key, CacheTag tag, Bytes value,
             int64_t expires_in_ms) noexcept;                       // false: it exists already, or is too large
    bool remove(Bytes key) noexcept;                                // removes a claim, too; false: there was no value
    bool remove_if(Bytes key, CacheTag tag, Bytes value) noexcept;  // false: the value is another one, or missing
    void clear() noexcept;

    struct Sum {
        enum class State : uint8_t { ok, no_integer, out_of_range } state;
        int64_t value;
    };
    // Adds to the integer of the key, or to 0 if there is none. Only a new one gets the expiry time.
    Sum increment(Bytes key, int64_t by, int64_t expires_in_ms) noexcept;

    // Found; or claimed by this process (token above 0); or `holder` has claimed it.
    struct Claimed {
        Found found;
        uint64_t token = 0;
        CacheClaim holder{};
    };
    // The claim ends after that time, as a value does: then the next claim() succeeds.
    Claimed claim(Bytes key, int64_t expires_in_ms = kNever) noexcept;
    // Replaces a claim of `dead`; 0: another process was faster.
    uint64_t take_over(Bytes key, const CacheClaim& dead, int64_t expires_in_ms = kNever) noexcept;
    // Sets the claimed value. False: it is too large, or the claim has gone, as the key was deleted or set meanwhile,
    // which has priority.
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
    // True: this process has claimed the key with that token.
    bool holds(CacheShard& shard, const CacheKey& key, uint64_t token, int64_t now_ms) noexcept;
    uint64_t put_claim(CacheShard& shard, const CacheKey& key, int64_t expires_in_ms, int64_t now_ms) noexcept;

    Mapping memory_;
    Header* header_ = nullptr;  // in the mapping
    char* shards_ = nullptr;
    size_t shard_bytes_ = 0;
    uint32_t shard_count_ = 0;
    KeyHash hash_;
    Buffer out_;  // the last value
    size_t last_bytes_ = 0;
};

}  // namespace tern::shm
