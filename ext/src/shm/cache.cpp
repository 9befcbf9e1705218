#include "shm/cache.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>

#include "base/clock.h"

namespace tern::shm {

namespace {

constexpr size_t kShardBytes = 4 << 20;
constexpr size_t kMostShards = 64;
constexpr size_t kPage = 4096;
constexpr size_t kKeptForCopies = 1 << 20;

int64_t expiry(int64_t now_ms, int64_t in_ms) noexcept {
    return in_ms == Cache::kNever || in_ms > INT64_MAX - now_ms ? 0 : now_ms + in_ms;
}

Bytes bytes_of(const int64_t& number) noexcept { return Bytes(reinterpret_cast<const char*>(&number), sizeof number); }

Bytes bytes_of(const CacheClaim& claim) noexcept { return Bytes(reinterpret_cast<const char*>(&claim), sizeof claim); }

}  // namespace

Error Cache::create(size_t bytes) noexcept {
    TERN_CHECK(header_ == nullptr);
    if (bytes < kLeast || bytes > kMost) return Error::invalid_params;
    if (!hash_.seed()) return last_error();
    shard_count_ = static_cast<uint32_t>(std::bit_floor(std::clamp<size_t>(bytes / kShardBytes, 1, kMostShards)));
    const size_t most = (bytes - kPage) / shard_count_;
    auto blocks = static_cast<uint32_t>(most / CacheShard::kBlock);
    while (CacheShard::bytes_for(blocks) > most) blocks -= blocks / 64 + 1;
    shard_bytes_ = CacheShard::bytes_for(blocks);
    const size_t mapped = kPage + shard_bytes_ * shard_count_;
    if (Error error = memory_.create(mapped); error != Error::ok) return error;
    header_ = new (memory_.data()) Header{};
    shards_ = memory_.data() + kPage;
    for (uint32_t i = 0; i < shard_count_; ++i) shard(i).init(blocks);
    return Error::ok;
}

CacheShard& Cache::shard(uint32_t index) const noexcept {
    return *reinterpret_cast<CacheShard*>(shards_ + index * shard_bytes_);
}

// Uses bits of the hash that are not the only ones in the bucket or in the comparison of entries.
CacheShard& Cache::shard_of(const CacheKey& key) const noexcept {
    return shard(static_cast<uint32_t>(key.hash >> 48) & (shard_count_ - 1));
}

Cache::Found Cache::copy_out(CacheShard& shard, const CacheShard::Found& found, char* place, size_t room) noexcept {
    last_bytes_ = found.bytes;
    if (found.bytes <= room) {
        shard.read(found.entry, place);
        return {true, found.tag, Bytes(place, found.bytes)};
    }
    if (out_.capacity() > kKeptForCopies && found.bytes <= kKeptForCopies) out_.release();
    out_.clear();
    shard.read(found.entry, out_.extend(found.bytes));
    return {true, found.tag, out_.view()};
}

Cache::Found Cache::get(Bytes text, char* place, size_t room) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, now_ms);
    if (found.entry == 0 || found.tag == kCacheClaim) {
        ++shard.counts().misses;
        return {};
    }
    ++shard.counts().hits;
    shard.touch(found.entry);
    return copy_out(shard, found, place, room);
}

bool Cache::has(Bytes text) noexcept {
    const CacheKey key = key_of(text);
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, coarse_ms());
    return found.entry != 0 && found.tag != kCacheClaim;
}

bool Cache::set(Bytes text, CacheTag tag, Bytes value, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    return shard.store(key, tag, value, expiry(now_ms, expires_in_ms), now_ms);
}

bool Cache::add(Bytes text, CacheTag tag, Bytes value, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, now_ms);
    if (found.entry != 0 && found.tag != kCacheClaim) return false;
    return shard.store(key, tag, value, expiry(now_ms, expires_in_ms), now_ms);
}

bool Cache::remove(Bytes text) noexcept {
    const CacheKey key = key_of(text);
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const int64_t now_ms = coarse_ms();
    const bool is_value = shard.find(key, now_ms).tag != kCacheClaim;
    return shard.remove(key, now_ms) && is_value;
}

bool Cache::remove_if(Bytes text, CacheTag tag, Bytes value) noexcept {
    const CacheKey key = key_of(text);
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const int64_t now_ms = coarse_ms();
    const CacheShard::Found found = shard.find(key, now_ms);
    if (found.entry == 0 || found.tag != tag || !shard.has_value(found.entry, value)) return false;
    return shard.remove(key, now_ms);
}

void Cache::clear() noexcept {
    for (uint32_t i = 0; i < shard_count_; ++i) {
        const CacheShard::Hold hold(shard(i));
        shard(i).clear();
    }
}

Cache::Sum Cache::increment(Bytes text, int64_t by, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, now_ms);
    if (found.entry == 0 || found.tag == kCacheClaim) {
        (void)shard.store(key, kCacheInteger, bytes_of(by), expiry(now_ms, expires_in_ms), now_ms);
        return {Sum::State::ok, by};
    }
    if (found.tag != kCacheInteger) return {Sum::State::no_integer, 0};
    int64_t value = 0;
    shard.read(found.entry, reinterpret_cast<char*>(&value));
    if (__builtin_add_overflow(value, by, &value)) return {Sum::State::out_of_range, 0};
    shard.overwrite(found.entry, bytes_of(value));
    shard.touch(found.entry);
    return {Sum::State::ok, value};
}

CacheClaim Cache::claim_at(const CacheShard& shard, uint32_t entry) noexcept {
    CacheClaim claim{};
    shard.read(entry, reinterpret_cast<char*>(&claim));
    return claim;
}

uint64_t Cache::put_claim(CacheShard& shard, const CacheKey& key, int64_t expires_in_ms, int64_t now_ms) noexcept {
    const CacheClaim claim{this_process_name(), header_->tokens.fetch_add(1, std::memory_order_relaxed) + 1};
    (void)shard.store(key, kCacheClaim, bytes_of(claim), expiry(now_ms, expires_in_ms), now_ms);
    return claim.token;
}

Cache::Claimed Cache::claim(Bytes text, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, now_ms);
    Claimed claimed;
    if (found.entry == 0) {
        ++shard.counts().misses;
        claimed.token = put_claim(shard, key, expires_in_ms, now_ms);
    } else if (found.tag == kCacheClaim) {
        claimed.holder = claim_at(shard, found.entry);
    } else {
        ++shard.counts().hits;
        shard.touch(found.entry);
        claimed.found = copy_out(shard, found);
    }
    return claimed;
}

uint64_t Cache::take_over(Bytes text, const CacheClaim& dead, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    const CacheShard::Found found = shard.find(key, now_ms);
    if (found.entry == 0 || found.tag != kCacheClaim) return 0;
    const CacheClaim now = claim_at(shard, found.entry);
    if (now.process != dead.process || now.token != dead.token) return 0;
    return put_claim(shard, key, expires_in_ms, now_ms);
}

bool Cache::holds(CacheShard& shard, const CacheKey& key, uint64_t token, int64_t now_ms) noexcept {
    const CacheShard::Found found = shard.find(key, now_ms);
    return found.entry != 0 && found.tag == kCacheClaim && claim_at(shard, found.entry).token == token;
}

bool Cache::fulfil(Bytes text, uint64_t token, CacheTag tag, Bytes value, int64_t expires_in_ms) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    if (!holds(shard, key, token, now_ms)) return false;
    return shard.store(key, tag, value, expiry(now_ms, expires_in_ms), now_ms);
}

void Cache::give_up(Bytes text, uint64_t token) noexcept {
    const CacheKey key = key_of(text);
    const int64_t now_ms = coarse_ms();
    CacheShard& shard = shard_of(key);
    const CacheShard::Hold hold(shard);
    if (holds(shard, key, token, now_ms)) (void)shard.remove(key, now_ms);
}

CacheCounts Cache::counts() noexcept {
    CacheCounts sum{};
    for (uint32_t i = 0; i < shard_count_; ++i) {
        const CacheShard::Hold hold(shard(i));
        const CacheCounts& one = shard(i).counts();
        sum.entries += one.entries;
        sum.blocks += one.blocks;
        sum.hits += one.hits;
        sum.misses += one.misses;
        sum.stored += one.stored;
        sum.evicted += one.evicted;
        sum.expired += one.expired;
        sum.lost += one.lost;
    }
    return sum;
}

bool Cache::is_sound() noexcept {
    for (uint32_t i = 0; i < shard_count_; ++i) {
        const CacheShard::Hold hold(shard(i));
        if (!shard(i).is_sound()) return false;
    }
    return true;
}

}  // namespace tern::shm
