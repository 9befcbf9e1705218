#include "php/bridge/engine_state.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace tern::php {

// Rarely in use when a coroutine suspends: kept aside only then.
struct EngineState::Rare {
    bool has_output;
    zend_output_globals output;
    zend_fcall_info compare;
    zend_fcall_info_cache compare_cache;
    unsigned serialize_lock;
    decltype(php_basic_globals::serialize) serialize;
    decltype(php_basic_globals::unserialize) unserialize;
};

namespace {

// The flags that belong to the process stay.
void set_output_aside(zend_output_globals& into) noexcept {
    std::memcpy(&into, &output_globals, sizeof output_globals);
    php_output_activate();
    OG(flags) |= into.flags & (PHP_OUTPUT_IMPLICITFLUSH | PHP_OUTPUT_SENT | PHP_OUTPUT_WRITTEN);
}

// The stack in use now has nothing on it, but may have memory.
void put_output_back(const zend_output_globals& from) noexcept {
    zend_stack_destroy(&OG(handlers));
    std::memcpy(&output_globals, &from, sizeof output_globals);
}

}  // namespace

void EngineState::save_rare() noexcept {
    for (; zend_fiber_switch_blocked(); ++blocks_) zend_fiber_switch_unblock();
    rare_ = static_cast<Rare*>(std::malloc(sizeof(Rare)));
    TERN_CHECK(rare_ != nullptr);
    rare_->has_output = OG(active) != nullptr;
    if (rare_->has_output) set_output_aside(rare_->output);
    rare_->compare = std::exchange(BG(user_compare_fci), empty_fcall_info);
    rare_->compare_cache = std::exchange(BG(user_compare_fci_cache), empty_fcall_info_cache);
    rare_->serialize_lock = std::exchange(BG(serialize_lock), 0);
    rare_->serialize = std::exchange(BG(serialize), {});
    rare_->unserialize = std::exchange(BG(unserialize), {});
}

void EngineState::restore_rare() noexcept {
    for (uint32_t i = 0; i < blocks_; ++i) zend_fiber_switch_block();
    if (rare_ == nullptr) return;
    if (rare_->has_output) put_output_back(rare_->output);
    BG(user_compare_fci) = rare_->compare;
    BG(user_compare_fci_cache) = rare_->compare_cache;
    BG(serialize_lock) = rare_->serialize_lock;
    BG(serialize) = rare_->serialize;
    BG(unserialize) = rare_->unserialize;
    std::free(rare_);
}

}  // namespace tern::php
