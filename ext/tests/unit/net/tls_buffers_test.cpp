#include "net/tls_buffers.h"

#include <doctest/doctest.h>
#include <vector>

using tern::net::BufferKeeper;
using tern::net::BufferRing;

namespace {

struct Keeper final : BufferKeeper {
    void give_back_buffers() noexcept override { keeps = false; }
    bool keeps = false;
};

struct Ring {
    explicit Ring(size_t count) : keepers(count) {}
    void use(size_t from, size_t to) {
        for (size_t i = from; i < to; ++i) {
            if (ring.visit(keepers[i])) keepers[i].keeps = true;
        }
    }
    size_t keeping(size_t from, size_t to) const {
        size_t count = 0;
        for (size_t i = from; i < to; ++i) count += keepers[i].keeps ? 1 : 0;
        return count;
    }
    BufferRing ring;
    std::vector<Keeper> keepers;
};

constexpr size_t kPlaces = BufferRing::kPlaces;

}  // namespace

TEST_CASE("tls buffers: as many as have room keep theirs") {
    Ring all(kPlaces * 4);
    all.use(0, kPlaces);
    CHECK(all.keeping(0, kPlaces) == kPlaces);
    for (int i = 0; i < 100; ++i) all.use(0, kPlaces * 4);
    CHECK(all.keeping(0, kPlaces * 4) == kPlaces);
}

TEST_CASE("tls buffers: those that are used hold their places against more than there is room for") {
    Ring all(kPlaces * 4);
    all.use(0, kPlaces);
    for (int i = 0; i < 100; ++i) all.use(0, kPlaces * 4);
    CHECK(all.keeping(0, kPlaces) == kPlaces);
}

TEST_CASE("tls buffers: idle ones make room") {
    Ring all(kPlaces * 2);
    all.use(0, kPlaces);
    for (size_t i = 0; i < 2 * kPlaces * BufferRing::kVisitsPerStep; ++i) all.use(kPlaces, kPlaces * 2);
    CHECK(all.keeping(0, kPlaces) == 0);
    CHECK(all.keeping(kPlaces, kPlaces * 2) == kPlaces);
}

TEST_CASE("tls buffers: who leaves makes room") {
    Ring all(kPlaces + 1);
    all.use(0, kPlaces);
    for (size_t i = 0; i < kPlaces; ++i) all.ring.leave(all.keepers[i]);
    all.use(kPlaces, kPlaces + 1);
    CHECK(all.keeping(kPlaces, kPlaces + 1) == 1);
    all.ring.leave(all.keepers[kPlaces]);
    all.ring.leave(all.keepers[kPlaces]);  // once more does nothing
    all.use(kPlaces, kPlaces + 1);
    CHECK(all.keeping(kPlaces, kPlaces + 1) == 1);
}
