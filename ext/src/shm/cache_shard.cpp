#include "shm/cache_shard.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tern::shm {

// The head of an entry, at the start of its first block. Key and value follow.
struct CacheShard::Entry {
    uint32_t next;  // in the bucket
    uint32_t newer;
    uint32_t older;
    uint32_t hash;      // its upper half
    uint32_t hash_low;  // selects the bucket
    uint32_t value_bytes;
    uint16_t key_bytes;
    CacheTag tag;
    uint32_t touched;  // the value of stores_ at that time
    int64_t expires_ms;
};

CacheShard::Entry& CacheShard::entry(uint32_t index) const noexcept {
    static_assert(sizeof(Entry) <= kBlock / 2);
    return *reinterpret_cast<Entry*>(block(index));
}

namespace {

uint32_t buckets_for(uint32_t blocks) noexcept { return std::bit_ceil(blocks) / 2; }

}  // namespace

size_t CacheShard::bytes_for(uint32_t blocks) noexcept {
    const size_t arrays = (buckets_for(blocks) + size_t{blocks} + 1) * sizeof(uint32_t);
    const size_t head = (sizeof(CacheShard) + arrays + 2 * kBlock - 1) & ~(kBlock - 1);
    return head + size_t{blocks} * kBlock;
}

void CacheShard::init(uint32_t blocks) noexcept {
    blocks_ = blocks;
    bucket_mask_ = buckets_for(blocks) - 1;
    links_at_ = sizeof(CacheShard) + uint64_t{buckets_for(blocks)} * sizeof(uint32_t);
    const uint64_t links_end = links_at_ + (uint64_t{blocks} + 1) * sizeof(uint32_t);
    const uint64_t misaligned = reinterpret_cast<uintptr_t>(at(links_end)) % kBlock;
    blocks_at_ = links_end + (misaligned == 0 ? 0 : kBlock - misaligned) - kBlock;
}

uint32_t CacheShard::blocks_for(size_t payload) noexcept {
    return static_cast<uint32_t>((sizeof(Entry) + payload + kBlock - 1) / kBlock);
}

CacheShard::Hold::Hold(CacheShard& shard) noexcept : shard_(shard) {
    if (shard.lock_.lock() == Taken::yes) return;
    const uint64_t lost = shard.counts_.lost + shard.counts_.entries;
    shard.clear();
    shard.counts_.lost = lost;
}

// Calls piece(memory, bytes) for the payload from `offset` on; adjacent blocks are one piece.
template <class Piece>
void CacheShard::each_piece(uint32_t index, size_t offset, size_t bytes, Piece piece) const noexcept {
    const uint32_t* links = this->links();
    offset += sizeof(Entry);
    for (; offset >= kBlock; offset -= kBlock) index = links[index] & ~kHead;
    while (bytes > 0) {
        char* from = block(index) + offset;
        size_t run = kBlock - offset;
        uint32_t next = links[index] & ~kHead;
        for (; run < bytes && next == index + 1; next = links[index]) {
            index = next;
            run += kBlock;
        }
        run = std::min(run, bytes);
        piece(from, run);
        bytes -= run;
        index = next;
        offset = 0;
    }
}

bool CacheShard::has_key(uint32_t index, const CacheKey& key) const noexcept {
    const Entry& here = entry(index);
    if (here.hash != static_cast<uint32_t>(key.hash >> 32) || here.key_bytes != key.text.size()) return false;
    const char* at = key.text.data();
    bool same = true;
    each_piece(index, 0, key.text.size(), [&](const char* memory, size_t bytes) {
        same = same && std::memcmp(memory, at, bytes) == 0;
        at += bytes;
    });
    return same;
}

CacheShard::Found CacheShard::find(const CacheKey& key, int64_t now_ms) noexcept {
    uint32_t index = bucket_of(key.hash);
    while (index != 0 && !has_key(index, key)) index = entry(index).next;
    if (index == 0) return {};
    const Entry& here = entry(index);
    if (here.expires_ms != 0 && here.expires_ms <= now_ms) {
        ++counts_.expired;
        drop(index);
        return {};
    }
    return {index, here.tag, here.value_bytes};
}

void CacheShard::read(uint32_t index, char* into) const noexcept {
    const Entry& here = entry(index);
    each_piece(index, here.key_bytes, here.value_bytes, [&](const char* memory, size_t bytes) {
        std::memcpy(into, memory, bytes);
        into += bytes;
    });
}

bool CacheShard::has_value(uint32_t index, Bytes value) const noexcept {
    const Entry& here = entry(index);
    if (here.value_bytes != value.size()) return false;
    bool same = true;
    each_piece(index, here.key_bytes, here.value_bytes, [&](const char* memory, size_t bytes) {
        same = same && std::memcmp(memory, value.data(), bytes) == 0;
        value.remove_prefix(bytes);
    });
    return same;
}

void CacheShard::overwrite(uint32_t index, Bytes value) noexcept {
    const Entry& here = entry(index);
    TERN_CHECK(here.value_bytes == value.size());
    each_piece(index, here.key_bytes, here.value_bytes, [&](char* memory, size_t bytes) {
        std::memcpy(memory, value.data(), bytes);
        value.remove_prefix(bytes);
    });
}

// An entry that was moved to the front recently stays where it is, so most hits write nothing.
void CacheShard::touch(uint32_t index) noexcept {
    Entry& here = entry(index);
    if (stores_ - here.touched <= counts_.entries / 8) return;
    unlink(index);
    link_newest(index);
}

void CacheShard::set_expiry(uint32_t index, int64_t expires_ms) noexcept { entry(index).expires_ms = expires_ms; }

void CacheShard::link_newest(uint32_t index) noexcept {
    Entry& here = entry(index);
    here.touched = stores_;
    here.newer = 0;
    here.older = newest_;
    (newest_ != 0 ? entry(newest_).newer : oldest_) = index;
    newest_ = index;
}

void CacheShard::unlink(uint32_t index) noexcept {
    const Entry& here = entry(index);
    (here.newer != 0 ? entry(here.newer).older : newest_) = here.older;
    (here.older != 0 ? entry(here.older).newer : oldest_) = here.newer;
}

void CacheShard::drop(uint32_t index) noexcept {
    const Entry& here = entry(index);
    uint32_t* place = &buckets()[here.hash_low & bucket_mask_];
    while (*place != index) place = &entry(*place).next;
    *place = here.next;
    unlink(index);
    links()[index] &= ~kHead;
    uint32_t last = index;
    uint32_t count = 1;
    for (; follow(last) != 0; last = follow(last)) ++count;
    links()[last] = free_;
    free_ = index;
    freed_ += count;
    counts_.blocks -= count;
    --counts_.entries;
}

// Takes a chain of blocks, of which there must be enough.
uint32_t CacheShard::take_blocks(uint32_t count) noexcept {
    uint32_t first = 0;
    uint32_t* end = &first;
    counts_.blocks += count;
    for (; count > 0; --count) {
        uint32_t taken = free_;
        if (taken != 0) {
            free_ = links()[taken];
            --freed_;
        } else {
            taken = ++unused_;
        }
        *end = taken;
        end = &links()[taken];
    }
    *end = 0;
    return first;
}

// Frees expired entries that are not requested any more, a few blocks at a time.
void CacheShard::sweep(int64_t now_ms) noexcept {
    for (int i = 0; i < kSweptPerStore && unused_ > 0; ++i) {
        swept_ = swept_ < unused_ ? swept_ + 1 : 1;
        if ((links()[swept_] & kHead) == 0) continue;
        const int64_t expires_ms = entry(swept_).expires_ms;
        if (expires_ms == 0 || expires_ms > now_ms) continue;
        ++counts_.expired;
        drop(swept_);
    }
}

bool CacheShard::store(const CacheKey& key, CacheTag tag, Bytes value, int64_t expires_ms, int64_t now_ms) noexcept {
    (void)remove(key, now_ms);
    if (value.size() > largest_value()) return false;
    sweep(now_ms);
    const uint32_t count = blocks_for(key.text.size() + value.size());
    while (freed_ + (blocks_ - unused_) < count) {
        ++counts_.evicted;
        TERN_CHECK(oldest_ != 0);
        drop(oldest_);
    }
    const uint32_t index = take_blocks(count);
    Entry& here = entry(index);
    here.hash = static_cast<uint32_t>(key.hash >> 32);
    here.hash_low = static_cast<uint32_t>(key.hash);
    here.key_bytes = static_cast<uint16_t>(key.text.size());
    here.value_bytes = static_cast<uint32_t>(value.size());
    here.tag = tag;
    here.expires_ms = expires_ms;
    Bytes key_left = key.text;
    each_piece(index, 0, key.text.size(), [&](char* memory, size_t bytes) {
        std::memcpy(memory, key_left.data(), bytes);
        key_left.remove_prefix(bytes);
    });
    overwrite(index, value);
    here.next = std::exchange(bucket_of(key.hash), index);
    links()[index] |= kHead;
    ++stores_;
    ++counts_.stored;
    ++counts_.entries;
    link_newest(index);
    return true;
}

bool CacheShard::remove(const CacheKey& key, int64_t now_ms) noexcept {
    const Found found = find(key, now_ms);
    if (found.entry == 0) return false;
    drop(found.entry);
    return true;
}

void CacheShard::clear() noexcept {
    std::fill_n(buckets(), bucket_mask_ + 1, 0);
    unused_ = free_ = freed_ = newest_ = oldest_ = swept_ = 0;
    counts_.entries = counts_.blocks = 0;
}

bool CacheShard::is_sound() const noexcept {
    uint64_t blocks = 0;
    uint64_t entries = 0;
    uint32_t newer = 0;
    for (uint32_t index = newest_; index != 0; newer = index, index = entry(index).older) {
        const Entry& here = entry(index);
        if (++entries > blocks_ || here.newer != newer || (links()[index] & kHead) == 0) return false;
        uint32_t count = 0;
        for (uint32_t block = index; block != 0 && count <= blocks_; block = follow(block)) ++count;
        if (count != blocks_for(size_t{here.key_bytes} + here.value_bytes)) return false;
        blocks += count;
        uint32_t same = buckets()[here.hash_low & bucket_mask_];
        while (same != 0 && same != index) same = entry(same).next;
        if (same == 0) return false;
    }
    uint32_t freed = 0;
    for (uint32_t block = free_; block != 0 && freed <= blocks_; block = links()[block]) ++freed;
    return newer == oldest_ && entries == counts_.entries && blocks == counts_.blocks && freed == freed_ &&
           blocks + freed == unused_ && unused_ <= blocks_;
}

}  // namespace tern::shm
