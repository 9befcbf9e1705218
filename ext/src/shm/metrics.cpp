#include "shm/metrics.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "shm/robust_lock.h"

namespace tern::shm {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr size_t round_up(size_t bytes) noexcept { return (bytes + 7) & ~size_t{7}; }

// The suffixes of sample names in a family, for both formats.
std::span<const Bytes> suffixes(MetricKind kind) noexcept {
    static constexpr Bytes kCounter[] = {"", "_total", "_created"};
    static constexpr Bytes kGauge[] = {""};
    static constexpr Bytes kHistogram[] = {"", "_bucket", "_sum", "_count", "_created"};
    switch (kind) {
        case MetricKind::counter: return kCounter;
        case MetricKind::gauge: return kGauge;
        case MetricKind::histogram: return kHistogram;
    }
    return {};
}

// True: a and b together are the same text as c and d together.
bool same_joined(Bytes a, Bytes b, Bytes c, Bytes d) noexcept {
    if (a.size() > c.size()) return same_joined(c, d, a, b);
    const size_t more = c.size() - a.size();
    return c.starts_with(a) && b.starts_with(c.substr(a.size())) && b.substr(more) == d;
}

}  // namespace

struct Metrics::Header {
    RobustLock lock;
    std::atomic<uint64_t> lost{0};
    std::atomic<MetricOffset> first_family{0};
    std::atomic<MetricOffset> last_family{0};
    std::atomic<uint32_t> series_count{0};
    uint32_t family_count = 0;
    uint32_t used = 0;  // bytes
    std::atomic<MetricOffset> slots[kSlots];
};

class Metrics::Guard {
public:
    explicit Guard(Metrics& metrics) noexcept : header_(*metrics.header_) {
        if (header_.lock.lock() == Taken::from_dead) metrics.repair();
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { header_.lock.unlock(); }

private:
    Header& header_;
};

Error Metrics::create() noexcept {
    if (!hash_.seed()) return last_error();
    if (Error error = memory_.create(kBytes); error != Error::ok) return error;
    header_ = reinterpret_cast<Header*>(memory_.data());  // zero bytes are an empty one
    header_->used = static_cast<uint32_t>(round_up(sizeof(Header)));
    return Error::ok;
}

// --- declarations

MetricOffset Metrics::take(size_t bytes) noexcept {
    const size_t rounded = round_up(bytes);
    if (kBytes - header_->used < rounded) return 0;
    const MetricOffset place = header_->used;
    header_->used += static_cast<uint32_t>(rounded);
    return place;
}

MetricText Metrics::keep(Bytes text) noexcept {
    const MetricOffset place = take(text.size());
    if (place != 0 && !text.empty()) std::memcpy(memory_.data() + place, text.data(), text.size());
    return {place, place == 0 ? 0 : static_cast<uint32_t>(text.size())};
}

bool Metrics::same(const MetricFamily& family, const Declaration& wanted) const noexcept {
    if (family.kind != wanted.kind || family.label_count != wanted.labels.size()) return false;
    const std::span<const MetricText> names = labels(family);
    const std::span<const double> limits = bounds(family);
    for (size_t i = 0; i < names.size(); ++i) {
        if (text(names[i]) != wanted.labels[i]) return false;
    }
    return std::equal(limits.begin(), limits.end(), wanted.bounds.begin(), wanted.bounds.end());
}

bool Metrics::clash(const MetricFamily& family, const Declaration& wanted) const noexcept {
    for (Bytes theirs : suffixes(family.kind)) {
        for (Bytes ours : suffixes(wanted.kind)) {
            if (same_joined(text(family.name), theirs, wanted.name, ours)) return true;
        }
    }
    return false;
}

Metrics::Declared Metrics::find_family(const Declaration& wanted) const noexcept {
    Declared found{Declared::State::ok, nullptr};
    for (MetricOffset i = header_->first_family.load(std::memory_order_acquire); i != 0;) {
        auto* family = at<MetricFamily>(i);
        if (text(family->name) == wanted.name) {
            return {same(*family, wanted) ? Declared::State::ok : Declared::State::differs, family};
        }
        if (clash(*family, wanted)) found = {Declared::State::clashes, family};
        i = __atomic_load_n(&family->next, __ATOMIC_ACQUIRE);
    }
    return found;
}

Metrics::Declared Metrics::declare(const Declaration& wanted) noexcept {
    Declared found = find_family(wanted);
    if (found.family != nullptr) return found;
    const Guard guard(*this);
    found = find_family(wanted);
    if (found.family != nullptr) return found;
    MetricFamily* made = make_family(wanted);
    return {made == nullptr ? Declared::State::full : Declared::State::ok, made};
}

MetricFamily* Metrics::make_family(const Declaration& wanted) noexcept {
    if (header_->family_count >= kMostFamilies) return nullptr;
    const MetricOffset place = take(sizeof(MetricFamily));
    const MetricOffset labels = take(wanted.labels.size() * sizeof(MetricText));
    const MetricOffset bounds = take(wanted.bounds.size_bytes());
    if (place == 0 || labels == 0 || bounds == 0) return nullptr;
    const MetricText name = keep(wanted.name);
    const MetricText help = keep(wanted.help);
    if (name.at == 0 || help.at == 0) return nullptr;
    for (size_t i = 0; i < wanted.labels.size(); ++i) {
        const MetricText label = keep(wanted.labels[i]);
        if (label.at == 0) return nullptr;
        at<MetricText>(labels)[i] = label;
    }
    std::copy(wanted.bounds.begin(), wanted.bounds.end(), at<double>(bounds));
    auto* family = new (memory_.data() + place) MetricFamily{wanted.kind,
                                                             static_cast<uint8_t>(wanted.labels.size()),
                                                             static_cast<uint16_t>(wanted.bounds.size()),
                                                             name,
                                                             help,
                                                             labels,
                                                             bounds,
                                                             0,
                                                             0,
                                                             0};
    const MetricOffset last = header_->last_family.load(kRelaxed);
    if (last == 0) {
        header_->first_family.store(place, std::memory_order_release);
    } else {
        __atomic_store_n(&at<MetricFamily>(last)->next, place, __ATOMIC_RELEASE);
    }
    header_->last_family.store(place, kRelaxed);
    ++header_->family_count;
    return family;
}

// --- series

uint64_t Metrics::hash_of(const MetricFamily& family, Bytes key) const noexcept {
    return hash_(key) ^ (uint64_t{offset_of(&family)} * 0x9e3779b97f4a7c15u);
}

// The slot of the series, or the empty one for it.
std::atomic<MetricOffset>* Metrics::slot_of(const MetricFamily& family, Bytes key, uint64_t hash) const noexcept {
    const MetricOffset own = offset_of(&family);
    for (uint64_t i = hash;; ++i) {
        std::atomic<MetricOffset>& slot = header_->slots[i % kSlots];
        const MetricOffset place = slot.load(std::memory_order_acquire);
        if (place == 0) return &slot;
        const auto* series = at<MetricSeries>(place);
        if (series->hash == hash && series->family == own && series->key() == key) return &slot;
    }
}

MetricSeries* Metrics::find(const MetricFamily& family, Bytes key) const noexcept {
    const MetricOffset place = slot_of(family, key, hash_of(family, key))->load(std::memory_order_acquire);
    return place == 0 ? nullptr : at<MetricSeries>(place);
}

MetricSeries* Metrics::series(MetricFamily& family, Bytes key) noexcept {
    const uint64_t hash = hash_of(family, key);
    const MetricOffset place = slot_of(family, key, hash)->load(std::memory_order_acquire);
    if (place != 0) return at<MetricSeries>(place);
    MetricSeries* made = nullptr;
    {
        const Guard guard(*this);
        made = make_series(family, key, hash);
    }
    if (made == nullptr) header_->lost.fetch_add(1, kRelaxed);
    return made;
}

MetricSeries* Metrics::make_series(MetricFamily& family, Bytes key, uint64_t hash) noexcept {
    std::atomic<MetricOffset>* slot = slot_of(family, key, hash);
    if (const MetricOffset there = slot->load(std::memory_order_acquire); there != 0) return at<MetricSeries>(there);
    if (header_->series_count.load(kRelaxed) >= kMostSeries) return nullptr;
    const uint32_t cells = family.kind == MetricKind::histogram ? family.bound_count + 2u : 1u;
    const MetricOffset place = take(sizeof(MetricSeries) + cells * sizeof(uint64_t) + key.size());
    if (place == 0) return nullptr;
    auto* made = new (memory_.data() + place)
        MetricSeries{hash, offset_of(&family), 0, static_cast<uint32_t>(key.size()), cells};
    if (!key.empty()) std::memcpy(reinterpret_cast<char*>(made->cells() + cells), key.data(), key.size());
    header_->series_count.fetch_add(1, kRelaxed);
    if (family.last == 0) {
        family.first.store(place, std::memory_order_release);
    } else {
        at<MetricSeries>(family.last)->next.store(place, std::memory_order_release);
    }
    slot->store(place, std::memory_order_release);
    family.last = place;
    return made;
}

// A process died while it had the lock. What it had linked is completed; the rest of its memory is lost.
void Metrics::repair() noexcept {
    MetricOffset last = 0;
    for (const MetricFamily* one = first_family(); one != nullptr; one = next(*one)) {
        last = offset_of(one);
        auto& family = *at<MetricFamily>(last);
        family.last = 0;
        for (const MetricSeries* each = first_series(family); each != nullptr; each = next(*each)) {
            family.last = offset_of(each);
            slot_of(family, each->key(), each->hash)->store(family.last, std::memory_order_release);
        }
    }
    header_->last_family.store(last, kRelaxed);
}

uint64_t Metrics::lost() const noexcept { return header_->lost.load(kRelaxed); }

uint32_t Metrics::series_count() const noexcept { return header_->series_count.load(kRelaxed); }

// --- iterating

const MetricFamily* Metrics::first_family() const noexcept {
    const MetricOffset place = header_->first_family.load(std::memory_order_acquire);
    return place == 0 ? nullptr : at<MetricFamily>(place);
}

const MetricFamily* Metrics::next(const MetricFamily& family) const noexcept {
    const MetricOffset place = __atomic_load_n(&family.next, __ATOMIC_ACQUIRE);
    return place == 0 ? nullptr : at<MetricFamily>(place);
}

const MetricSeries* Metrics::first_series(const MetricFamily& family) const noexcept {
    const MetricOffset place = family.first.load(std::memory_order_acquire);
    return place == 0 ? nullptr : at<MetricSeries>(place);
}

const MetricSeries* Metrics::next(const MetricSeries& series) const noexcept {
    const MetricOffset place = series.next.load(std::memory_order_acquire);
    return place == 0 ? nullptr : at<MetricSeries>(place);
}

std::span<const MetricText> Metrics::labels(const MetricFamily& family) const noexcept {
    return {at<MetricText>(family.labels), family.label_count};
}

std::span<const double> Metrics::bounds(const MetricFamily& family) const noexcept {
    return {at<double>(family.bounds), family.bound_count};
}

// --- keys and values

void Metrics::append_value(char*& at, Bytes value) noexcept {
    const auto size = static_cast<uint16_t>(value.size());
    std::memcpy(at, &size, sizeof size);
    if (!value.empty()) std::memcpy(at + sizeof size, value.data(), value.size());
    at += sizeof size + value.size();
}

Bytes Metrics::take_value(Bytes& key) noexcept {
    uint16_t size = 0;
    std::memcpy(&size, key.data(), sizeof size);
    const Bytes value = key.substr(sizeof size, size);
    key.remove_prefix(sizeof size + size);
    return value;
}

double Metrics::read(const std::atomic<uint64_t>& cell) noexcept { return std::bit_cast<double>(cell.load(kRelaxed)); }

void Metrics::write(std::atomic<uint64_t>& cell, double value) noexcept {
    cell.store(std::bit_cast<uint64_t>(value), kRelaxed);
}

void Metrics::add(std::atomic<uint64_t>& cell, double value) noexcept {
    uint64_t old = cell.load(kRelaxed);
    while (!cell.compare_exchange_weak(old, std::bit_cast<uint64_t>(std::bit_cast<double>(old) + value), kRelaxed)) {}
}

void Metrics::observe(const MetricFamily& family, MetricSeries& series, double value) const noexcept {
    const std::span<const double> limits = bounds(family);
    const auto bucket = std::lower_bound(limits.begin(), limits.end(), value) - limits.begin();
    series.cells()[bucket].fetch_add(1, kRelaxed);
    add(series.cells()[limits.size() + 1], value);
}

}  // namespace tern::shm
