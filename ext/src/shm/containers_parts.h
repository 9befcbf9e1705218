// For containers*.cpp only.
#pragma once

#include <bit>

#include "shm/containers.h"

namespace tern::shm {

inline constexpr uint32_t kDrainedByOthers = 16;             // values of freed containers, with each call
inline constexpr uint32_t kMostEntries = uint32_t{1} << 26;  // of one container
inline constexpr uint32_t kKeptValues = 1024;                // an empty queue gives back a larger array

inline NewValue value_of(const Number& number) noexcept {
    NewValue value;
    value.kind = number.is_real ? ValueKind::real : ValueKind::integer;
    value.bits = number.is_real ? std::bit_cast<uint64_t>(number.real) : static_cast<uint64_t>(number.integer);
    return value;
}

// Everything that `work` has changed is undone if it fails.
template <class Work>
Error Containers::attempt(const ContainerId& id, bool grows, Work work) noexcept {
    Arena::Held held(arena_);
    Container* container = references_.find(id);
    if (container == nullptr) return Error::bad_descriptor;
    arena_.may_grow(grows);
    const Error error = work(*container);
    arena_.may_grow(false);
    error == Error::ok ? arena_.commit() : arena_.undo();
    if (arena_.dying() != 0) (void)references_.drain(kDrainedByOthers);
    return error;
}

// What dead processes have left is freed before memory is added.
template <class Work>
Error Containers::run(const ContainerId& id, Work work) noexcept {
    if (Error error = prepare(); error != Error::ok) return error;
    const Error error = attempt(id, false, work);
    if (error != Error::no_memory) return error;
    (void)references_.release_dead();
    return attempt(id, true, work);
}

inline Error Containers::prepare() noexcept {
    if (references_.is_joined()) return Error::ok;
    return arena_.exists() ? references_.adopt() : Error::bad_descriptor;
}

inline Bytes Containers::text_of(const uint64_t& bits, uint32_t bytes) const noexcept {
    return {bytes > kInlineBytes ? arena_.at<char>(bits) : reinterpret_cast<const char*>(&bits), bytes};
}

inline void Containers::changed(Container& container) noexcept { arena_.put(container.version, container.version + 1); }

inline Value& Containers::value_at(const Container& list, uint32_t index) const noexcept {
    return arena_.at<Value>(list.body)[(list.used + index) & (list.capacity - 1)];
}

}  // namespace tern::shm
