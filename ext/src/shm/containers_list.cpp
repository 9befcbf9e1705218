// A list or a queue is a ring of values in an array whose size is a power of two.
#include <algorithm>
#include <bit>

#include "shm/containers_parts.h"

namespace tern::shm {

namespace {

constexpr uint32_t kLeastValues = 8;

bool is_index(const Container& list, int64_t index) noexcept { return index >= 0 && index < list.count; }

}  // namespace

// `order`: the values that remain, `count` of them; otherwise all in their order.
bool Containers::resize(Container& list, uint32_t capacity, const uint32_t* order, uint32_t count) noexcept {
    const Offset body = arena_.allocate(capacity * sizeof(Value));
    if (body == 0) return false;
    auto* to = arena_.at<Value>(body);
    for (uint32_t i = 0; i < count; ++i) to[i] = value_at(list, order != nullptr ? order[i] : i);
    const Offset old = list.body;
    arena_.put(list.body, body);
    arena_.put(list.capacity, capacity);
    arena_.put(list.used, 0u);
    arena_.put(list.count, count);
    if (old != 0) arena_.free(old);
    return true;
}

Error Containers::append(Container& list, const NewValue& value) noexcept {
    Value fresh;
    if (Error error = store(value, fresh); error != Error::ok) return error;
    if (list.count == list.capacity) {
        if (list.count >= kMostEntries) return Error::no_memory;
        const uint32_t capacity = list.capacity == 0 ? kLeastValues : 2 * list.capacity;
        if (!resize(list, capacity, nullptr, list.count)) return Error::no_memory;
    }
    value_at(list, list.count) = fresh;
    arena_.put(list.count, list.count + 1);
    changed(list);
    return Error::ok;
}

// The ends are cheap; otherwise the later values move, in a copy.
Error Containers::erase_value(Container& list, uint32_t index) noexcept {
    const Value old = value_at(list, index);
    if (index == 0 || index + 1 == list.count) {
        if (index == 0) arena_.put(list.used, (list.used + 1) & (list.capacity - 1));
        arena_.put(list.count, list.count - 1);
    } else {
        std::string order(sizeof(uint32_t) * (list.count - 1), '\0');
        auto* from = reinterpret_cast<uint32_t*>(order.data());
        for (uint32_t i = 0; i + 1 < list.count; ++i) from[i] = i < index ? i : i + 1;
        const uint32_t capacity = std::max(kLeastValues, std::bit_ceil(list.count));
        if (!resize(list, capacity, from, list.count - 1)) return Error::no_memory;
    }
    changed(list);
    references_.free_value(old);
    return Error::ok;
}

// --- lists

Error Containers::list_set(const ContainerId& id, int64_t index, const NewValue& value) noexcept {
    return run(id, [&](Container& list) {
        if (index == -1 || index == list.count) return append(list, value);
        if (!is_index(list, index)) return Error::invalid_params;
        Value fresh;
        if (Error error = store(value, fresh); error != Error::ok) return error;
        replace(value_at(list, static_cast<uint32_t>(index)), fresh);
        changed(list);
        return Error::ok;
    });
}

Error Containers::list_get(const ContainerId& id, int64_t index, ReadValue& into) noexcept {
    return run(id, [&](Container& list) {
        if (!is_index(list, index)) return Error::invalid_params;
        return load(value_at(list, static_cast<uint32_t>(index)), into);
    });
}

Result<bool> Containers::list_exists(const ContainerId& id, int64_t index) noexcept {
    const Result<uint32_t> all = count(id);
    if (!all) return all.error();
    return index >= 0 && index < all.value();
}

Error Containers::list_erase(const ContainerId& id, int64_t index) noexcept {
    return run(id, [&](Container& list) {
        if (!is_index(list, index)) return Error::invalid_params;
        return erase_value(list, static_cast<uint32_t>(index));
    });
}

Result<Number> Containers::list_add(const ContainerId& id, int64_t index, const Number& by) noexcept {
    Number sum = by;
    const Error error = run(id, [&](Container& list) {
        if (index == -1 || index == list.count) return append(list, value_of(by));
        if (!is_index(list, index)) return Error::invalid_params;
        changed(list);
        return add_to(value_at(list, static_cast<uint32_t>(index)), by, sum);
    });
    if (error != Error::ok) return error;
    return sum;
}

// --- queues

Error Containers::queue_push(const ContainerId& id, const NewValue& value, bool rings) noexcept {
    Bell* bell = nullptr;
    const Error error = run(id, [&](Container& queue) {
        bell = &queue.bell;
        return append(queue, value);
    });
    if (error == Error::ok && rings) bell->ring();
    return error;
}

// The process gets its reference to a container before the queue loses its own.
Error Containers::queue_pop(const ContainerId& id, ReadValue& into) noexcept {
    return run(id, [&](Container& queue) {
        if (queue.count == 0) return Error::no_payload;
        if (Error error = load(value_at(queue, 0), into); error != Error::ok) return error;
        if (queue.count > 1 || queue.capacity <= kKeptValues) return erase_value(queue, 0);
        const Value last = value_at(queue, 0);
        const Offset body = queue.body;
        arena_.put(queue.body, Offset{0});
        for (uint32_t* number : {&queue.capacity, &queue.count, &queue.used}) arena_.put(*number, 0u);
        changed(queue);
        references_.free_value(last);
        arena_.free(body);
        return Error::ok;
    });
}

}  // namespace tern::shm
