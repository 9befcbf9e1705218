#include "coro/stack_pool.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using tern::coro::Guards;
using tern::coro::limits_address_space;
using tern::coro::StackPool;
using tern::coro::StackSlot;

namespace {

constexpr size_t kLarge = (size_t{8} << 20) + 16 * 1024;

// Those that this kernel has.
std::vector<Guards> kinds() {
    std::vector<Guards> all{Guards::mappings};
    if (tern::coro::usual_guards() == Guards::markers) all.push_back(Guards::markers);
    return all;
}

// Whether the kernel, which answers EFAULT, or a forked process, which dies, can write there.
bool is_usable(char* address) {
    const int fd = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);
    const bool usable = ::read(fd, address, 1) == 1;
    if (!usable) CHECK(errno == EFAULT);
    ::close(fd);
    return usable;
}

bool is_usable_in_child(char* address) {
    const pid_t child = fork();
    if (child == 0) {
        (void)std::signal(SIGSEGV, SIG_DFL);
        *static_cast<volatile char*>(address) = 'x';
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status);
}

// The addresses of this process, in whole 2 MB, are described by page tables of this size.
[[maybe_unused]] size_t page_table_bytes() {
    std::FILE* status = std::fopen("/proc/self/status", "r");
    REQUIRE(status != nullptr);
    char line[256];
    size_t kilobytes = 0;
    while (std::fgets(line, sizeof line, status) != nullptr) (void)std::sscanf(line, "VmPTE: %zu", &kilobytes);
    (void)std::fclose(status);
    return kilobytes * 1024;
}

std::string file_with(const char* content) {
    std::string name = "/tmp/tern-stack-pool-XXXXXX";
    const int fd = mkstemp(name.data());
    REQUIRE(fd >= 0);
    REQUIRE(::write(fd, content, 1) == 1);
    ::close(fd);
    return name;
}

}  // namespace

TEST_CASE("stack_pool: slots do not overlap, and are used again") {
    for (Guards guards : kinds()) {
        for (size_t wanted : {size_t{10'000}, kLarge}) {
            StackPool pool(wanted, guards);
            CHECK(pool.slot_bytes() % static_cast<size_t>(sysconf(_SC_PAGESIZE)) == 0);
            std::vector<StackSlot> slots;
            for (size_t i = 0; i < StackPool::kSlotsPerSlab + 1; ++i) {
                const StackSlot slot = pool.take().value();
                CHECK(slot.bytes >= wanted);
                slot.bottom[0] = slot.top()[-1] = 'x';
                for (const StackSlot& other : slots)
                    CHECK((other.top() + StackPool::kGuardBytes <= slot.bottom ||
                           slot.top() + StackPool::kGuardBytes <= other.bottom));
                slots.push_back(slot);
            }
            CHECK(pool.slabs() == 2);
            pool.give_back(slots[0]);
            const StackSlot again = pool.take().value();
            CHECK(again.bottom == slots[0].bottom);
            CHECK(again.bottom[0] == 0);
            CHECK(again.top()[-1] == 0);
        }
    }
}

TEST_CASE("stack_pool: a megabyte below a slot faults, in a forked process too, also when the slot was used before") {
    for (Guards guards : kinds()) {
        StackPool pool(kLarge, guards);
        StackSlot slot = pool.take().value();
        pool.give_back(slot);
        slot = pool.take().value();
        CHECK(is_usable(slot.bottom));
        CHECK(is_usable_in_child(slot.bottom));
        for (size_t below = 1; below <= StackPool::kGuardBytes; below += 4096) CHECK(!is_usable(slot.bottom - below));
        for (size_t below : {size_t{1}, size_t{70'000}, StackPool::kGuardBytes})
            CHECK(!is_usable_in_child(slot.bottom - below));
    }
}

#ifndef __SANITIZE_ADDRESS__  // whose shadow of each slot has page tables, too
TEST_CASE("stack_pool: a slot of which the top was touched costs one page of page table, its guard included") {
    if (tern::coro::usual_guards() != Guards::markers) return;
    StackPool pool(kLarge, Guards::markers);
    const size_t before = page_table_bytes();
    std::vector<StackSlot> slots;
    for (size_t i = 0; i < 4 * StackPool::kSlotsPerSlab; ++i) {
        slots.push_back(pool.take().value());
        slots.back().top()[-1] = 'x';
    }
    CHECK((page_table_bytes() - before) / slots.size() < 4096 + 512);
    std::set<uintptr_t> tops;
    for (const StackSlot& slot : slots) tops.insert(reinterpret_cast<uintptr_t>(slot.top()) % (2 << 20));
    CHECK(tops.size() > 200);  // not all of them in one set of the TLB
}
#endif

TEST_CASE("stack_pool: slabs that are not used any more go back to the system, all but one") {
    StackPool pool(kLarge);
    std::vector<StackSlot> slots;
    for (size_t i = 0; i < 3 * StackPool::kSlotsPerSlab; ++i) slots.push_back(pool.take().value());
    CHECK(pool.slabs() == 3);
    for (const StackSlot& slot : slots) pool.give_back(slot);
    CHECK(pool.slabs() == 1);
    CHECK(is_usable(pool.take().value().bottom));
    CHECK(pool.slabs() == 1);
}

TEST_CASE("stack_pool: trim() takes what is below") {
    StackPool pool(kLarge);
    const StackSlot slot = pool.take().value();
    const ptrdiff_t page = sysconf(_SC_PAGESIZE);
    for (size_t depth = 1; depth < slot.bytes; depth += 4096) slot.top()[-static_cast<ptrdiff_t>(depth)] = 'x';
    pool.trim(slot, static_cast<size_t>(5 * page - 480));
    CHECK(slot.top()[-1] == 'x');
    CHECK(slot.top()[-1 - 4 * page] == 'x');
    CHECK(slot.top()[-1 - 5 * page] == 0);
    CHECK(slot.bottom[page - 1] == 0);
}

TEST_CASE("stack_pool: half of a guard is lent, and guards again afterwards") {
    for (Guards guards : kinds()) {
        StackPool pool(10'000, guards);
        const StackSlot slot = pool.take().value();
        size_t lent = 0;
        while (const size_t more = pool.lend(slot, lent)) {
            lent += more;
            CHECK(is_usable(slot.bottom - lent));
            CHECK(!is_usable(slot.bottom - lent - 1));
        }
        CHECK(lent == StackPool::kLentBytes);
        pool.end_loan(slot, lent);
        CHECK(!is_usable(slot.bottom - 1));
        CHECK(!is_usable(slot.bottom - lent));
        CHECK(is_usable(slot.bottom));
    }
}

TEST_CASE("stack_pool: whether addresses are limited") {
    for (const auto& [mode, limited] : {std::pair{"0", false}, {"1", false}, {"2", true}}) {
        const std::string file = file_with(mode);
        CHECK(limits_address_space(file.c_str()) == limited);
        ::unlink(file.c_str());
    }
    CHECK(!limits_address_space("/nonexistent"));
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{rlim_t{1} << 40, rlim_t{1} << 40};
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 && limits_address_space("/nonexistent") ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
