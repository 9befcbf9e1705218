#include "protocol/http/h2/pooled_memory.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "doctest/doctest.h"

using tern::http::h2::PooledMemory;

namespace {

struct Memory {
    PooledMemory pool;
    nghttp2_mem& functions = *pool.functions();

    void* allocate(size_t bytes) { return functions.malloc(bytes, functions.mem_user_data); }
    void* allocate_zeroed(size_t count, size_t bytes) {
        return functions.calloc(count, bytes, functions.mem_user_data);
    }
    void* resize(void* block, size_t bytes) { return functions.realloc(block, bytes, functions.mem_user_data); }
    void release(void* block) { functions.free(block, functions.mem_user_data); }
};

}  // namespace

TEST_CASE("pooled_memory: a freed block serves the next allocation of its size") {
    Memory memory;
    void* first = memory.allocate(100);
    void* other = memory.allocate(40);
    REQUIRE(first != nullptr);
    CHECK(reinterpret_cast<uintptr_t>(first) % alignof(std::max_align_t) == 0);
    memory.release(first);
    memory.release(other);
    CHECK(memory.pool.kept_bytes() == 128 + 64);
    CHECK(memory.allocate(110) == first);
    CHECK(memory.pool.kept_bytes() == 64);
    memory.release(first);
}

TEST_CASE("pooled_memory: zeroed blocks are zero, whoever had them before") {
    Memory memory;
    void* dirty = memory.allocate(64);
    std::memset(dirty, 0xff, 64);
    memory.release(dirty);
    auto* clean = static_cast<unsigned char*>(memory.allocate_zeroed(8, 8));
    CHECK(clean == dirty);
    for (int i = 0; i < 64; ++i) CHECK(clean[i] == 0);
    memory.release(clean);
    CHECK(memory.allocate_zeroed(SIZE_MAX / 2, 3) == nullptr);
    CHECK(memory.allocate(SIZE_MAX) == nullptr);
}

TEST_CASE("pooled_memory: a block that grows keeps its bytes") {
    Memory memory;
    char* text = static_cast<char*>(memory.resize(nullptr, 8));
    std::memcpy(text, "content", 8);
    CHECK(memory.resize(text, 32) == text);
    text = static_cast<char*>(memory.resize(text, 5000));
    CHECK(std::memcmp(text, "content", 8) == 0);
    CHECK(memory.pool.kept_bytes() == 32);
    memory.release(text);
    CHECK(memory.pool.kept_bytes() == 32);  // large blocks are not kept
    memory.release(nullptr);
}

TEST_CASE("pooled_memory: what is kept has a limit") {
    Memory memory;
    std::vector<void*> blocks;
    for (size_t bytes = 0; bytes < 2 * PooledMemory::kMostKeptBytes; bytes += 1024) {
        blocks.push_back(memory.allocate(1024));
    }
    for (void* block : blocks) memory.release(block);
    CHECK(memory.pool.kept_bytes() == PooledMemory::kMostKeptBytes);
}
