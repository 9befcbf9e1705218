#include "shm/session_table.h"

#include <csignal>
#include <cstring>
#include <doctest/doctest.h>
#include <set>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using tern::Error;
using tern::Result;
using tern::shm::SessionInfo;
using tern::shm::SessionOrigin;
using tern::shm::SessionSlot;
using tern::shm::SessionTable;

namespace {

class SharedTable {
public:
    explicit SharedTable(uint32_t capacity) : bytes_(tern::shm::SessionTable::bytes_for(capacity)) {
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        REQUIRE(memory_ != MAP_FAILED);
        table = tern::shm::SessionTable(memory_, capacity);
    }
    ~SharedTable() { munmap(memory_, bytes_); }
    void* memory() noexcept { return memory_; }
    tern::shm::SessionTable table;

private:
    size_t bytes_;
    void* memory_;
};

tern::shm::SessionOrigin from_port(uint16_t port) {
    tern::shm::SessionOrigin origin;
    origin.family = AF_INET;
    origin.ip = {127, 0, 0, 1};
    origin.remote_port = port;
    origin.connect_time_us = 1000 + port;
    return origin;
}

int64_t open_session(tern::shm::SessionTable& table, uint32_t owner, uint16_t port = 1) {
    Result<int64_t> id = table.allocate(owner, 0, from_port(port));
    REQUIRE(id.ok());
    return id.value();
}

// Fills the pipe with a byte a round until somebody kills it.
[[noreturn]] void churn_for_ever(tern::shm::SessionTable& table, uint32_t owner, int progress) {
    for (int round = 0;; ++round) {
        Result<int64_t> id = table.allocate(owner, 1, from_port(7));
        if (id && round % 3 != 0) (void)table.release(id.value(), owner);
        if (write(progress, "x", 1) != 1) _exit(2);
    }
}

// Exit code 0 when it never saw somebody else's session as its own.
[[noreturn]] void churn(tern::shm::SessionTable& table, uint32_t owner, int rounds) {
    for (int n = 0; n < rounds; ++n) {
        Result<int64_t> id = table.allocate(owner, 1, from_port(static_cast<uint16_t>(owner)));
        if (!id) continue;
        Result<tern::shm::SessionInfo> info = table.read(id.value());
        if (!info || info.value().owner != owner || info.value().origin.remote_port != owner) _exit(3);
        if (table.release(id.value(), owner) != Error::ok) _exit(4);
    }
    _exit(0);
}

}  // namespace

TEST_CASE("the first id of a session table can be chosen") {
    SharedTable shared(4);
    tern::shm::SessionTable table(shared.memory(), 4, 1'000'000);
    for (int64_t i = 0; i < 9; ++i) {
        const auto number = static_cast<int32_t>(i);
        Result<int64_t> id = table.allocate(1, number, from_port(80));
        REQUIRE(id.ok());
        CHECK(id.value() == 1'000'000 + i);
        CHECK(table.owner_of(id.value()) == 1);
        CHECK(table.read(id.value()).value().worker_id == number);
        int64_t listed[2] = {};
        CHECK(table.list(0, listed) == 1);
        CHECK(listed[0] == id.value());
        CHECK(table.list(listed[0], listed) == 0);
        CHECK(table.release(id.value(), 1) == Error::ok);
    }
    CHECK(table.owner_of(1) == 0);
    CHECK(table.owner_of(999'999) == 0);
    CHECK(table.owner_of(-1) == 0);
}

TEST_CASE("session ids start at 1, grow, and never come back") {
    SharedTable shared(4);
    for (int64_t expected = 1; expected <= 12; ++expected) {
        int64_t id = open_session(shared.table, 9);
        CHECK(id == expected);
        CHECK(shared.table.release(id, 9) == Error::ok);
        CHECK(shared.table.release(id, 9) == Error::session_not_exist);
    }
    for (int64_t id = -2; id <= 12; ++id) CHECK(shared.table.owner_of(id) == 0);
    CHECK(shared.table.owner_of(INT64_MAX) == 0);
    CHECK(shared.table.find(0, 0) == nullptr);
}

TEST_CASE("a full session table says so and a released slot is found again") {
    SharedTable shared(3);
    int64_t first = open_session(shared.table, 1);
    int64_t second = open_session(shared.table, 1);
    int64_t third = open_session(shared.table, 2);
    CHECK(shared.table.allocate(1, 0, {}).error() == Error::queue_full);
    CHECK(shared.table.release(second, 1) == Error::ok);
    int64_t again = open_session(shared.table, 1);
    CHECK(again == second + 3);
    CHECK(shared.table.owner_of(second) == 0);
    CHECK(shared.table.owner_of(first) == 1);
    CHECK(shared.table.owner_of(third) == 2);
}

TEST_CASE("a session tells where it came from and only its owner touches it") {
    SharedTable shared(8);
    int64_t id = open_session(shared.table, 5, 4711);
    CHECK(shared.table.find(id, 6) == nullptr);
    tern::shm::SessionSlot* slot = shared.table.find(id, 5);
    REQUIRE(slot != nullptr);
    slot->uid.store(77);
    slot->last_send_time_us.store(99);
    Result<tern::shm::SessionInfo> info = shared.table.read(id);
    REQUIRE(info.ok());
    CHECK(info.value().origin.remote_port == 4711);
    CHECK(info.value().origin.ip[0] == 127);
    CHECK(info.value().last_recv_time_us == 1000 + 4711);
    CHECK(info.value().last_send_time_us == 99);
    CHECK(info.value().uid == 77);
    CHECK(info.value().owner == 5);
    CHECK(shared.table.read(id + 8).error() == Error::session_not_exist);
    CHECK(shared.table.release(id, 6) == Error::session_not_exist);
    CHECK(shared.table.owner_of(id) == 5);
}

TEST_CASE("a transferred session keeps its id and its story") {
    SharedTable shared(8);
    int64_t id = open_session(shared.table, 1, 80);
    shared.table.find(id, 1)->uid.store(5);
    CHECK(shared.table.transfer(id, 2, 3, 1) == Error::session_not_exist);
    CHECK(shared.table.transfer(id, 1, 3, 1) == Error::ok);
    CHECK(shared.table.find(id, 1) == nullptr);
    REQUIRE(shared.table.find(id, 3) != nullptr);
    CHECK(shared.table.read(id).value().uid == 5);
    CHECK(shared.table.read(id).value().worker_id == 1);
    CHECK(shared.table.release_all(1) == 0);
    CHECK(shared.table.release_all(3) == 1);
    CHECK(shared.table.owner_of(id) == 0);
}

TEST_CASE("pages of the session list miss nobody though sessions close in between") {
    SharedTable shared(16);
    std::vector<int64_t> ids;
    for (int n = 0; n < 10; ++n) ids.push_back(open_session(shared.table, 1));
    std::vector<int64_t> page(4);
    REQUIRE(shared.table.list(0, page) == 4);
    CHECK(page.back() == ids[3]);
    (void)shared.table.release(ids[3], 1);
    std::set<int64_t> rest;
    int64_t after = ids[3];
    for (size_t count = page.size(); count == page.size();) {
        count = shared.table.list(after, page);
        for (size_t i = 0; i < count; ++i) CHECK(rest.insert(page[i]).second);
        if (count != 0) after = page[count - 1];
    }
    CHECK(rest == std::set<int64_t>(ids.begin() + 4, ids.end()));
}

TEST_CASE("processes share the session table, and one killed at any moment costs nothing") {
    constexpr uint32_t kCapacity = 64;
    SharedTable shared(kCapacity);
    std::vector<pid_t> churners;
    for (uint32_t owner = 10; owner < 13; ++owner) {
        pid_t pid = fork();
        REQUIRE(pid >= 0);
        if (pid == 0) churn(shared.table, owner, 20000);
        churners.push_back(pid);
    }
    for (uint32_t victim = 20; victim < 30; ++victim) {
        int progress[2];
        REQUIRE(pipe(progress) == 0);
        pid_t pid = fork();
        REQUIRE(pid >= 0);
        if (pid == 0) churn_for_ever(shared.table, victim, progress[1]);
        char rounds[100];
        for (size_t seen = 0; seen < sizeof rounds;) {
            ssize_t got = read(progress[0], rounds, sizeof rounds - seen);
            REQUIRE(got > 0);
            seen += static_cast<size_t>(got);
        }
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        CHECK(shared.table.release_all(victim) > 0);
        close(progress[0]);
        close(progress[1]);
    }
    for (pid_t pid : churners) {
        int status = -1;
        waitpid(pid, &status, 0);
        CHECK(status == 0);
    }
    std::set<int64_t> ids;
    for (uint32_t n = 0; n < kCapacity; ++n) ids.insert(open_session(shared.table, 99));
    CHECK(ids.size() == kCapacity);
}
