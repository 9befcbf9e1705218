#include <cstring>
#include <type_traits>
#include <utility>

#include "php/engine/compat/engine.h"
#include "php/isolation/state/own_parts.h"
// PHP's header needs what comes before.
#include <ext/random/php_random.h>

namespace tern::php {

namespace {

// The state that is not the running one.
template <class State>
class Held {
public:
    Held() : state_(RANDOM_G(mt19937)) {}
    void exchange(State& running) noexcept { std::swap(state_, running); }

private:
    State state_;
};

// In older versions of PHP its globals have a pointer to the state.
template <class Status>
class Held<Status*> {
public:
    Held() : status_(static_cast<Status*>(php_random_status_alloc(&php_random_algo_mt19937, true))) {
        std::memcpy(status_->state, static_cast<Status*>(RANDOM_G(mt19937))->state, php_random_algo_mt19937.state_size);
    }
    ~Held() { php_random_status_free(status_, true); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    void exchange(Status*& running) noexcept { std::swap(status_, running); }

private:
    Status* status_;
};

class OwnRandom final : public OwnPart {
public:
    OwnRandom() : is_seeded_(RANDOM_G(mt19937_seeded)) {}

    void exchange() override {
        held_.exchange(RANDOM_G(mt19937));
        std::swap(is_seeded_, RANDOM_G(mt19937_seeded));
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    bool is_seeded_;
    Held<std::remove_reference_t<decltype(RANDOM_G(mt19937))>> held_;
};

}  // namespace

OwnPart* own_random() { return new OwnRandom; }

void forget_random_seed() noexcept {
    RANDOM_G(mt19937_seeded) = false;
    RANDOM_G(combined_lcg_seeded) = false;
}

}  // namespace tern::php
