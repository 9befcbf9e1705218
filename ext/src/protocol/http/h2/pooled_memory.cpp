#include "protocol/http/h2/pooled_memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace tern::http::h2 {

PooledMemory::PooledMemory() noexcept : functions_{this, allocate, release, allocate_zeroed, resize} {}

PooledMemory::~PooledMemory() {
    for (Head* head : kept_) {
        while (head != nullptr) {
            Head* next = head->next;
            std::free(head);
            head = next;
        }
    }
}

void* PooledMemory::allocate(size_t bytes, void* given) noexcept {
    auto* self = static_cast<PooledMemory*>(given);
    if (bytes > SIZE_MAX - sizeof(Head) - kStep) return nullptr;
    const size_t index = (bytes + kStep - 1) / kStep;
    if (index < kClasses && self->kept_[index] != nullptr) {
        Head* head = self->kept_[index];
        self->kept_[index] = head->next;
        self->kept_bytes_ -= head->bytes;
        return head + 1;
    }
    auto* head = static_cast<Head*>(std::malloc(sizeof(Head) + index * kStep));
    if (head == nullptr) return nullptr;
    head->bytes = index * kStep;
    return head + 1;
}

void PooledMemory::release(void* block, void* given) noexcept {
    if (block == nullptr) return;
    auto* self = static_cast<PooledMemory*>(given);
    Head* head = head_of(block);
    const size_t index = head->bytes / kStep;
    if (index >= kClasses || self->kept_bytes_ + head->bytes > kMostKeptBytes) return std::free(head);
    head->next = self->kept_[index];
    self->kept_[index] = head;
    self->kept_bytes_ += head->bytes;
}

void* PooledMemory::allocate_zeroed(size_t count, size_t bytes, void* self) noexcept {
    if (bytes != 0 && count > SIZE_MAX / bytes) return nullptr;
    void* block = allocate(count * bytes, self);
    return block == nullptr ? nullptr : std::memset(block, 0, count * bytes);
}

void* PooledMemory::resize(void* block, size_t bytes, void* self) noexcept {
    if (block == nullptr) return allocate(bytes, self);
    const size_t had = head_of(block)->bytes;
    if (bytes <= had) return block;
    void* larger = allocate(bytes, self);
    if (larger == nullptr) return nullptr;
    std::memcpy(larger, block, had);
    release(block, self);
    return larger;
}

}  // namespace tern::http::h2
