#include "base/page_template.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace tern;

TEST_CASE("page template: blocks begin with its bytes, and change apart") {
    std::string bytes(3 * 4096 + 100, 'a');
    bytes[5000] = 'b';
    PageTemplate pages;
    pages.set(bytes);
    CHECK(pages.size() == bytes.size());
    char* one = pages.make_block();
    char* other = pages.make_block();
    CHECK(Bytes(one, bytes.size()) == bytes);
    one[0] = one[5000] = one[bytes.size() - 1] = 'x';
    CHECK(Bytes(other, bytes.size()) == bytes);
    CHECK(one[5000] == 'x');
    char* third = pages.make_block();
    CHECK(Bytes(third, bytes.size()) == bytes);
    for (char* block : {one, other, third}) std::free(block);
}

TEST_CASE("page template: a block may be larger than its bytes") {
    constexpr size_t kBytes = 4096 + 100;
    PageTemplate pages;
    pages.set(std::string(kBytes, 'a'));
    char* one = pages.make_block(5 * 4096);
    one[5 * 4096 - 1] = 'x';
    CHECK(Bytes(one, kBytes) == std::string(kBytes, 'a'));
    auto* moved = static_cast<char*>(std::realloc(one, 100 * 4096));
    CHECK(Bytes(moved, kBytes) == std::string(kBytes, 'a'));
    CHECK(moved[5 * 4096 - 1] == 'x');
    std::free(moved);
}

TEST_CASE("page template: its bytes may change") {
    PageTemplate pages;
    pages.set(std::string(4096, 'a'));
    char* before = pages.make_block();
    pages.set("short");
    char* after = pages.make_block();
    CHECK(Bytes(before, 4096) == std::string(4096, 'a'));
    CHECK(Bytes(after, 5) == "short");
    std::free(before);
    std::free(after);
}

// Sizes below and above that from which the allocator maps each block.
TEST_CASE("page template: the allocator's memory beside blocks, and where blocks were, is as ever") {
    constexpr size_t kRounds = 200;
    constexpr size_t kPages[] = {1, 3, 40, 70};
    for (const size_t pages : kPages) {
        const std::string bytes(pages * 4096 + 100, 'a');
        PageTemplate made;
        made.set(bytes);
        std::vector<char*> blocks;
        std::vector<std::string> beside;
        for (size_t round = 0; round < kRounds; ++round) {
            beside.emplace_back(100 + 37 * (round % 50), 'n');
            blocks.push_back(made.make_block());
            blocks.back()[round % bytes.size()] = 'x';
            if (round % 3 != 0) continue;
            std::free(std::exchange(blocks[round / 2], nullptr));
            auto* empty = static_cast<char*>(std::calloc(1, bytes.size()));
            CHECK(std::count(empty, empty + bytes.size(), '\0') == static_cast<ptrdiff_t>(bytes.size()));
            std::free(empty);
        }
        for (const std::string& one : beside) CHECK(std::ranges::count(one, 'n') == static_cast<ptrdiff_t>(one.size()));
        for (size_t round = 0; round < kRounds; ++round) {
            if (blocks[round] == nullptr) continue;
            const char* end = blocks[round] + bytes.size();
            CHECK(std::count(const_cast<const char*>(blocks[round]), end, 'a') == end - blocks[round] - 1);
            std::free(blocks[round]);
        }
    }
}

#ifndef __SANITIZE_ADDRESS__  // it needs memory for itself
TEST_CASE("page template: blocks are copies where a mapping fails") {
    const std::string bytes(4 * 4096 + 100, 'a');
    PageTemplate made;
    made.set(bytes);
    std::free(made.make_block());  // memory that the allocator need not map
    const pid_t child = fork();
    if (child == 0) {
        constexpr rlimit kNothing{4096, 4096};
        if (setrlimit(RLIMIT_AS, &kNothing) != 0) _exit(2);
        char* block = made.make_block();
        block[5000] = 'x';
        const bool is_right = std::count(block, block + bytes.size(), 'a') == static_cast<ptrdiff_t>(bytes.size()) - 1;
        _exit(is_right ? 0 : 1);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
#endif
