// A writer that may be killed at each of its instructions. One is stepped through its work, a reader looks after each
// step, and what the memory was like then is what a process would have left that was killed there.
#include <cstring>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "shm/table.h"
#include "shm/traced.h"

using namespace tern;
using namespace tern::shm;

namespace {

constexpr uint32_t kRows = 4;

struct TableFixture {
    Table table;

    explicit TableFixture(uint32_t rows = kRows) {
        RowLayout layout;
        layout.add(ColumnType::integer, 0);
        layout.add(ColumnType::text, 40);
        layout.add(ColumnType::integer, 0);
        REQUIRE(layout.finish());
        REQUIRE(table.create(rows, std::move(layout)) == Error::ok);
        REQUIRE(set("other", 1, 'o') == Error::ok);
    }

    Error set(Bytes key, int64_t value, char letter) {
        const std::string text(40, letter);
        const Change changes[] = {
            {0, static_cast<uint64_t>(value), {}}, {1, 0, text}, {2, static_cast<uint64_t>(value), {}}};
        return table.set(key, changes, 3);
    }

    // "1a": the numbers and the letter of a row that is whole.
    std::string seen(Bytes key) {
        const char* row = table.get(key);
        return row == nullptr ? "none" : text_of(row);
    }

    std::string text_of(const char* row) const {
        const RowLayout& layout = table.layout();
        const Bytes text = layout.text(1, row);
        if (text.size() != 40 || text.find_first_not_of(text[0]) != Bytes::npos) return "torn";
        std::string both = std::to_string(layout.integer(0, row));
        if (layout.integer(2, row) != layout.integer(0, row)) both += "+" + std::to_string(layout.integer(2, row));
        return both + text[0];
    }

    // As good as before: every row can be had, changed, and given back.
    bool is_usable() {
        const bool is_sound = table.audit().sound;
        if (table.exists("key")) table.erase("key");
        for (uint32_t i = 1; i < kRows; ++i) {
            if (set("fill " + std::to_string(i), 3, 'f') != Error::ok) return false;
        }
        if (set("full", 3, 'f') != Error::no_memory || set("other", 4, 'p') != Error::ok) return false;
        for (uint32_t i = 1; i < kRows; ++i) {
            if (!table.erase("fill " + std::to_string(i))) return false;
        }
        const Table::Audit audit = table.audit();
        return is_sound && audit.sound && audit.lost == 0 && table.count() == 1 && seen("other") == "4p";
    }
};

using Work = void (*)(TableFixture&);
using Moments = std::vector<std::string>;  // of the whole memory

void set_first(TableFixture& fixture) { (void)fixture.set("key", 1, 'a'); }
void set_second(TableFixture& fixture) { (void)fixture.set("key", 2, 'b'); }
void add_five(TableFixture& fixture) { (void)fixture.table.add("key", 0, int64_t{5}); }
void erase(TableFixture& fixture) { (void)fixture.table.erase("key"); }
void take(TableFixture& fixture) { (void)fixture.table.take("key"); }

// A row with `expected` in its numbers becomes one with `value`; without `expected` it is made.
void set_if(TableFixture& fixture, std::optional<int64_t> expected, int64_t value, char letter) {
    const std::string text(40, letter);
    const auto bits = static_cast<uint64_t>(value);
    const Change changes[] = {{0, bits, {}}, {1, 0, text}, {2, bits, {}}};
    const auto wanted = static_cast<uint64_t>(expected.value_or(0));
    const Change numbers[] = {{0, wanted, {}}, {2, wanted, {}}};
    Table::Condition condition{expected.has_value(), {}};
    if (expected) condition.values = numbers;
    (void)fixture.table.set_if("key", condition, changes, 3);
}
void make(TableFixture& fixture) { set_if(fixture, std::nullopt, 1, 'a'); }
void make_in_vain(TableFixture& fixture) { set_if(fixture, std::nullopt, 2, 'b'); }
void exchange(TableFixture& fixture) { set_if(fixture, 1, 2, 'b'); }

template <class Does>
pid_t stopped_child(TableFixture& fixture, Does work) {
    // The name of the process and the like are known from here on.
    return test::stopped_child([&] { (void)fixture.table.erase("none"); }, [&] { work(fixture); });
}

// Different ones only. The process is dead afterwards.
Moments moments_of(TableFixture& fixture, Work work, const std::string& before, const std::string& after) {
    Moments all;
    const pid_t pid = stopped_child(fixture, work);
    for (bool done = false; test::step(pid);) {
        const std::string now = fixture.seen("key");
        done = done || now == after;
        CHECK(now == (done ? after : before));
        std::string moment(fixture.table.memory(), fixture.table.memory_bytes());
        if (all.empty() || all.back() != moment) all.push_back(std::move(moment));
    }
    test::end(pid);
    return all;
}

void restore(TableFixture& fixture, const std::string& moment) {
    std::memcpy(fixture.table.memory(), moment.data(), moment.size());
}

void check_each(TableFixture& fixture, const Moments& moments, const std::string& before, const std::string& after) {
    CHECK(moments.size() > (before == after ? 2 : 5));  // a write that does not take place only locks
    for (size_t i = 0; i < moments.size(); ++i) {
        restore(fixture, moments[i]);
        const std::string now = fixture.seen("key");
        CHECK_MESSAGE((now == before || now == after), "moment ", i, ": ", now);
        CHECK_MESSAGE(fixture.is_usable(), "moment ", i);
    }
}

}  // namespace

TEST_CASE("a writer may be killed at each of its instructions") {
    if (!test::may_trace()) return;
    struct {
        const char *before, *after;
        Work work;
    } const kinds[] = {{"none", "1a", set_first}, {"1a", "2b", set_second}, {"1a", "6+1a", add_five},
                       {"1a", "none", erase},     {"none", "1a", make},     {"1a", "1a", make_in_vain},
                       {"1a", "2b", exchange},    {"1a", "none", take}};
    for (const auto& kind : kinds) {
        TableFixture fixture;
        if (kind.before != std::string("none")) set_first(fixture);
        check_each(fixture, moments_of(fixture, kind.work, kind.before, kind.after), kind.before, kind.after);
    }
}

TEST_CASE("who repairs after a killed writer may be killed at each of its instructions") {
    if (!test::may_trace()) return;
    for (const Work first : {set_second, erase}) {
        TableFixture fixture;
        set_first(fixture);
        const std::string after_first = first == erase ? "none" : "2b";
        const Moments left = moments_of(fixture, first, "1a", after_first);
        for (const std::string& one : left) {
            restore(fixture, one);
            const std::string before = fixture.seen("key");
            check_each(fixture, moments_of(fixture, set_second, before, "2b"), before, "2b");
        }
    }
}

TEST_CASE("who looks for lost rows may be killed at each of its instructions") {
    if (!test::may_trace()) return;
    TableFixture fixture;
    set_first(fixture);
    int lossy = 0;
    for (const std::string& one : moments_of(fixture, erase, "1a", "none")) {
        restore(fixture, one);
        if (fixture.seen("key") != "none" || fixture.table.audit().lost == 0) continue;
        ++lossy;
        for (const char* key : {"fill 1", "fill 2"}) REQUIRE(fixture.set(key, 3, 'f') == Error::ok);
        for (const std::string& other : moments_of(fixture, set_first, "none", "1a")) {
            restore(fixture, other);
            const std::string now = fixture.seen("key");
            CHECK((now == "none" || now == "1a"));
            for (const char* key : {"fill 1", "fill 2"}) CHECK(fixture.table.erase(key));
            CHECK(fixture.is_usable());
        }
    }
    CHECK(lossy > 0);
}

TEST_CASE("a full table finds what was lost in a stripe that no process has used since") {
    if (!test::may_trace()) return;
    constexpr uint32_t kMany = 64;
    constexpr uint32_t kStripes = 4;
    TableFixture fixture(kMany);
    fixture.table.erase("other");
    const auto stripe_of = [&fixture](const std::string& key) {
        REQUIRE(fixture.set(key, 3, 'f') == Error::ok);
        const uint32_t stripe = fixture.table.next_bucket(0) % kStripes;
        fixture.table.erase(key);
        return stripe;
    };
    const uint32_t stripe = stripe_of("key");
    std::vector<std::string> elsewhere;
    for (int i = 0; elsewhere.size() < kMany; ++i) {
        const std::string key = "fill " + std::to_string(i);
        if (stripe_of(key) != stripe) elsewhere.push_back(key);
    }
    for (const std::string& moment : moments_of(fixture, set_first, "none", "1a")) {
        restore(fixture, moment);
        uint32_t rows = fixture.table.exists("key") ? 1 : 0;
        for (const std::string& key : elsewhere) rows += fixture.set(key, 3, 'f') == Error::ok ? 1 : 0;
        CHECK(rows == kMany);
    }
}

namespace {

// What a reader has found that others disturb after so many of its instructions; empty: it was ready before.
std::string read_disturbed(int steps, char* answer) {
    TableFixture fixture;
    set_first(fixture);
    const pid_t pid = stopped_child(fixture, [answer](TableFixture& read) {
        const char* row = read.table.get("key");
        std::memcpy(answer, row == nullptr ? "none" : row, row == nullptr ? 5 : read.table.layout().bytes());
    });
    bool running = true;
    for (int i = 0; i < steps && running; ++i) running = test::step(pid);
    // The second one is written where the reader may be reading.
    for (const char letter : {'b', 'c'}) REQUIRE(fixture.set("key", letter, letter) == Error::ok);
    if (running) {
        int status = 0;
        REQUIRE(ptrace(PTRACE_CONT, pid, nullptr, nullptr) == 0);
        REQUIRE(waitpid(pid, &status, 0) == pid);
    }
    test::end(pid);
    return running ? fixture.text_of(answer) : "";
}

int instructions_of_a_reader() {
    TableFixture fixture;
    set_first(fixture);
    const pid_t pid = stopped_child(fixture, [](TableFixture& read) { (void)read.table.get("key"); });
    int steps = 0;
    while (test::step(pid)) ++steps;
    test::end(pid);
    return steps;
}

}  // namespace

TEST_CASE("a reader that others disturb at any of its instructions reads one row") {
    if (!test::may_trace()) return;
    void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    const int all = instructions_of_a_reader();
    CHECK(all > 50);
    const int stride = all < 1000 ? 1 : 1 + all / 100;  // with sanitizers there are thousands
    for (int steps = 0; steps < all; steps += stride) {
        const std::string now = read_disturbed(steps, static_cast<char*>(memory));
        const bool whole = now.empty() || now == "1a" || now == "98b" || now == "99c";
        CHECK_MESSAGE(whole, "after ", steps, " instructions: ", now);
    }
    munmap(memory, 4096);
}
