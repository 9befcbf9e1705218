#include <cstdlib>

#include "shm/table_parts.h"

namespace tern::shm {

// One bit for each row, in memory of this process.
class Table::Marks {
public:
    explicit Marks(uint32_t most) noexcept
        : bits_(static_cast<uint64_t*>(std::calloc(most / 64 + 1, sizeof(uint64_t)))), most_(most) {}
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;
    ~Marks() { std::free(bits_); }

    bool ok() const noexcept { return bits_ != nullptr; }
    bool has(uint32_t index) const noexcept { return (bits_[index / 64] >> index % 64 & 1) != 0; }
    // False: there is no such row, or its bit was set already.
    bool set(uint32_t index) noexcept {
        if (index == 0 || index > most_ || has(index)) return false;
        bits_[index / 64] |= uint64_t{1} << index % 64;
        ++count_;
        return true;
    }
    uint32_t count() const noexcept { return count_; }

private:
    uint64_t* bits_;
    uint32_t most_;
    uint32_t count_ = 0;
};

// Locks all stripes in their order. A holder of one stripe never waits for another, so this cannot deadlock.
class Table::HeldAll {
public:
    explicit HeldAll(Table& table) noexcept : table_(table) {
        for (uint32_t i = 0; i <= table.stripe_mask_; ++i) {
            Stripe& stripe = table.stripes_[i];
            if (stripe.lock.lock() == Taken::from_dead) table.repair(stripe);
        }
    }
    HeldAll(const HeldAll&) = delete;
    HeldAll& operator=(const HeldAll&) = delete;
    ~HeldAll() {
        for (uint32_t i = 0; i <= table_.stripe_mask_; ++i) table_.stripes_[i].lock.unlock();
    }

private:
    Table& table_;
};

// A killed writer may leave: a row that it had taken or unlinked, which is lost until reclaim(); a count that is off by
// one; or a spare row that is linked already. Chains and rows are valid at any instant.
void Table::repair(Stripe& stripe) noexcept {
    header_->lost.store(1);
    stripe.bump();
    const auto first = static_cast<uint32_t>(&stripe - stripes_);
    const uint32_t spare = stripe.spare.load();
    bool spare_is_linked = false;
    uint32_t rows = 0;
    for (uint64_t bucket = first; bucket <= bucket_mask_; bucket += stripe_mask_ + 1) {
        uint32_t index = bucket_at(static_cast<uint32_t>(bucket)).load();
        for (; index != 0; index = row_at(index)->next.load()) {
            ++rows;
            if (index == spare) spare_is_linked = true;
        }
    }
    stripe.rows.store(rows);
    if (spare_is_linked) stripe.spare.store(stripe.replaced.load());
}

bool Table::mark_chain(uint32_t bucket, Marks& marks) const noexcept {
    for (uint32_t index = bucket_at(bucket).load(); index != 0; index = row_at(index)->next.load()) {
        if (!marks.set(index)) return false;
    }
    return true;
}

// A dead process may still have a stripe that no other process has used since.
bool Table::has_lost_rows() const noexcept {
    if (header_->lost.load() != 0) return true;
    for (uint32_t i = 0; i <= stripe_mask_; ++i) {
        if (stripes_[i].lock.is_abandoned()) return true;
    }
    return false;
}

// Every row that is in no chain and no spare is free. If it is killed, the next call starts with an empty stack.
bool Table::reclaim() noexcept {
    if (!has_lost_rows()) return false;
    const HeldAll held(*this);
    if (header_->lost.load() == 0) return true;  // another process was faster
    Marks marks(rows_ + stripe_mask_ + 1);
    if (!marks.ok()) return false;
    for (uint32_t bucket = 0; bucket <= bucket_mask_; ++bucket) TERN_CHECK(mark_chain(bucket, marks));
    for (uint32_t i = 0; i <= stripe_mask_; ++i) TERN_CHECK(marks.set(stripes_[i].spare.load()));
    header_->free.store(header_->free.load() >> 32 << 32);
    const uint32_t used = header_->used.load();
    uint32_t found = 0;
    for (uint32_t index = 1; index < used; ++index) {
        if (marks.has(index)) continue;
        give_back(index);
        ++found;
    }
    header_->lost.store(0);
    return found != 0;
}

Table::Audit Table::audit() noexcept {
    const HeldAll held(*this);
    Marks marks(rows_ + stripe_mask_ + 1);
    if (!marks.ok()) return {};
    for (uint32_t i = 0; i <= stripe_mask_; ++i) {
        const uint32_t before = marks.count();
        for (uint64_t bucket = i; bucket <= bucket_mask_; bucket += stripe_mask_ + 1) {
            if (!mark_chain(static_cast<uint32_t>(bucket), marks)) return {};
            if (!keys_belong(static_cast<uint32_t>(bucket))) return {};
        }
        if (marks.count() - before != stripes_[i].rows.load()) return {};
    }
    for (uint32_t i = 0; i <= stripe_mask_; ++i) {
        if (!marks.set(stripes_[i].spare.load())) return {};
    }
    for (auto index = static_cast<uint32_t>(header_->free.load()); index != 0; index = row_at(index)->next.load()) {
        if (!marks.set(index)) return {};
    }
    return {true, header_->used.load() - 1 - marks.count()};
}

bool Table::keys_belong(uint32_t bucket) const noexcept {
    for (uint32_t index = bucket_at(bucket).load(); index != 0; index = row_at(index)->next.load()) {
        const Spot spot = spot_of(row_at(index)->key());
        if (spot.bucket != bucket || spot.tag != row_at(index)->tag) return false;
    }
    return true;
}

}  // namespace tern::shm
