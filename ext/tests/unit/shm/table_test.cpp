#include "shm/table.h"

#include <cstring>
#include <doctest/doctest.h>
#include <optional>
#include <random>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

using namespace tern;
using namespace tern::shm;

namespace {

enum : uint32_t { kCount, kName, kWeight };

RowLayout three_columns() {
    RowLayout layout;
    layout.add(ColumnType::integer, 0);
    layout.add(ColumnType::text, 11);
    layout.add(ColumnType::real, 0);
    REQUIRE(layout.finish());
    return layout;
}

Change number(uint32_t column, int64_t value) { return {column, static_cast<uint64_t>(value), {}}; }
Change text(uint32_t column, Bytes value) { return {column, 0, value}; }
Change real(uint32_t column, double value) { return {column, std::bit_cast<uint64_t>(value), {}}; }

Error put(Table& table, Bytes key, int64_t count, Bytes name, double weight) {
    const Change changes[] = {number(kCount, count), text(kName, name), real(kWeight, weight)};
    return table.set(key, changes, 3);
}

std::string key_of(uint64_t number) { return "key " + std::to_string(number); }

bool is_sound(Table& table, uint32_t lost = 0) {
    const Table::Audit audit = table.audit();
    return audit.sound && audit.lost == lost;
}

}  // namespace

TEST_CASE("a layout puts numbers first and rounds up") {
    const RowLayout layout = three_columns();
    CHECK(layout.columns()[kCount].offset == 0);
    CHECK(layout.columns()[kWeight].offset == 8);
    CHECK(layout.columns()[kName].offset == 16);
    CHECK(layout.bytes() == 32);
    RowLayout wide;
    wide.add(ColumnType::text, RowLayout::kMostTextBytes);
    wide.add(ColumnType::text, RowLayout::kMostTextBytes);
    CHECK_FALSE(wide.finish());
}

TEST_CASE("a table has as many rows as it can number") {
    Table table;
    CHECK(table.create(0, three_columns()) == Error::invalid_params);
    CHECK(table.create(Table::kMostRows + 1, three_columns()) == Error::invalid_params);
    REQUIRE(table.create(1, three_columns()) == Error::ok);
    CHECK(put(table, "a", 1, "", 0) == Error::ok);
    CHECK(put(table, "b", 1, "", 0) == Error::no_memory);
    CHECK(put(table, "a", 2, "", 0) == Error::ok);
    CHECK(table.erase("a"));
    CHECK(put(table, "b", 1, "", 0) == Error::ok);
    CHECK(is_sound(table));
}

TEST_CASE("rows are set, changed column by column, and erased") {
    Table table;
    REQUIRE(table.create(10, three_columns()) == Error::ok);
    const RowLayout& layout = table.layout();
    CHECK(table.get("a") == nullptr);
    REQUIRE(put(table, "a", -5, "eleven more", 0.5) == Error::ok);
    const char* row = table.get("a");
    REQUIRE(row != nullptr);
    CHECK(layout.integer(kCount, row) == -5);
    CHECK(layout.text(kName, row) == "eleven more");
    CHECK(layout.real(kWeight, row) == 0.5);
    const Change name = text(kName, "b");
    CHECK(table.set("a", &name, 1) == Error::ok);
    const Change count = number(kCount, 7);
    CHECK(table.set("a", &count, 1) == Error::ok);
    CHECK(table.set("a", nullptr, 0) == Error::ok);
    row = table.get("a");
    CHECK(layout.integer(kCount, row) == 7);
    CHECK(layout.text(kName, row) == "b");
    CHECK(layout.real(kWeight, row) == 0.5);
    CHECK(layout.text(kName, table.get("a", kName)) == "b");
    CHECK(table.exists("a"));
    CHECK(table.count() == 1);
    CHECK(table.erase("a"));
    CHECK_FALSE(table.erase("a"));
    CHECK_FALSE(table.exists("a"));
    CHECK(table.count() == 0);
}

TEST_CASE("rows are written or taken if they are as expected") {
    Table table;
    REQUIRE(table.create(2, three_columns()) == Error::ok);
    const Change one[] = {number(kCount, 1), text(kName, "one")};
    const Change two[] = {number(kCount, 2)};
    const Table::Condition absent{false, {}}, present{};
    const auto set_if = [&table](Bytes key, const Table::Condition& condition, std::span<const Change> changes) {
        const Result<bool> done = table.set_if(key, condition, changes.data(), changes.size());
        return done.ok() ? (done.value() ? "done" : "otherwise") : "full";
    };
    CHECK(set_if("a", present, one) == Bytes("otherwise"));
    CHECK(set_if("a", absent, one) == Bytes("done"));
    CHECK(set_if("a", absent, two) == Bytes("otherwise"));
    CHECK(set_if("a", {true, two}, one) == Bytes("otherwise"));
    CHECK(set_if("a", {true, one}, two) == Bytes("done"));
    CHECK(table.layout().text(kName, table.get("a")) == "one");
    CHECK(table.layout().integer(kCount, table.get("a")) == 2);
    const Change names[] = {text(kName, "one, and more than the column has")};
    CHECK(set_if("a", {true, names}, two) == Bytes("otherwise"));
    const Change zero[] = {real(kWeight, 0.0)}, negative[] = {real(kWeight, -0.0)};
    CHECK(set_if("a", {true, zero}, {}) == Bytes("done"));
    CHECK(set_if("a", {true, negative}, {}) == Bytes("otherwise"));
    CHECK(set_if("b", absent, {}) == Bytes("done"));
    CHECK(set_if("c", absent, {}) == Bytes("full"));
    CHECK_FALSE(table.erase_if("a", one));
    CHECK(table.erase_if("a", two));
    CHECK_FALSE(table.erase_if("a", two));
    CHECK(table.layout().text(kName, table.take("b", kName)).empty());
    CHECK(table.take("b") == nullptr);
    REQUIRE(put(table, "a", 7, "seven", 0.5) == Error::ok);
    CHECK(table.layout().real(kWeight, table.take("a")) == 0.5);
    CHECK(table.count() == 0);
    CHECK(is_sound(table));
}

TEST_CASE("a row that is used again has no value of the one before") {
    Table table;
    REQUIRE(table.create(1, three_columns()) == Error::ok);
    REQUIRE(put(table, "a", 5, "text", 1.5) == Error::ok);
    REQUIRE(table.erase("a"));
    REQUIRE(table.set("b", nullptr, 0) == Error::ok);
    const char* row = table.get("b");
    CHECK(table.layout().integer(kCount, row) == 0);
    CHECK(table.layout().text(kName, row).empty());
    CHECK(table.layout().real(kWeight, row) == 0);
}

TEST_CASE("numbers are added to; integers wrap around") {
    Table table;
    REQUIRE(table.create(10, three_columns()) == Error::ok);
    CHECK(table.add("a", kCount, int64_t{3}).value() == 3);
    CHECK(table.add("a", kCount, int64_t{-4}).value() == -1);
    CHECK(table.add("a", kCount, INT64_MIN).value() == INT64_MAX);
    CHECK(table.add("a", kWeight, 0.5).value() == 0.5);
    CHECK(table.add("a", kWeight, 1.25).value() == 1.75);
    CHECK(table.count() == 1);
}

TEST_CASE("keys are any bytes, up to 63") {
    Table table;
    REQUIRE(table.create(200, three_columns()) == Error::ok);
    std::string key;
    for (size_t length = 1; length <= Table::kMostKeyBytes; ++length) {
        key.push_back('\0');
        CHECK(table.add(key, kCount, static_cast<int64_t>(length)).value() == static_cast<int64_t>(length));
    }
    CHECK(table.count() == Table::kMostKeyBytes);
    CHECK(table.add(Bytes("\0\0", 2), kCount, int64_t{0}).value() == 2);
}

TEST_CASE("a table does what a map does, at any load") {
    for (const uint32_t size : {1u, 7u, 64u, 1000u}) {
        Table table;
        REQUIRE(table.create(size, three_columns()) == Error::ok);
        std::unordered_map<std::string, std::pair<int64_t, std::string>> model;
        std::mt19937 random(size);
        bool same = true;
        for (int i = 0; i < 40'000 && same; ++i) {
            const std::string key = key_of(random() % (size + size / 4 + 2));
            const bool fits = model.contains(key) || model.size() < size;
            const auto value = static_cast<int64_t>(random());
            const std::string name = std::to_string(value % 1'000'000);
            switch (random() % 5) {
                case 0:
                case 1: {
                    same = put(table, key, value, name, 0) == (fits ? Error::ok : Error::no_memory);
                    if (fits) model[key] = {value, name};
                    break;
                }
                case 2: {
                    same = table.add(key, kCount, value).ok() == fits;
                    if (fits) model[key].first += value;
                    break;
                }
                case 3: same = table.erase(key) == (model.erase(key) == 1); break;
                default: {
                    const char* row = table.get(key);
                    same = (row != nullptr) == model.contains(key);
                    if (!same || row == nullptr) break;
                    same = table.layout().integer(kCount, row) == model[key].first &&
                           table.layout().text(kName, row) == model[key].second;
                }
            }
        }
        CHECK(same);
        CHECK(table.count() == model.size());
        CHECK(is_sound(table));
    }
}

TEST_CASE("every row is seen once when all buckets are read, while others change it") {
    Table table;
    REQUIRE(table.create(500, three_columns()) == Error::ok);
    for (uint64_t i = 0; i < 500; ++i) REQUIRE(put(table, key_of(i), 1, "x", 0) == Error::ok);
    std::unordered_set<std::string> seen;
    std::vector<char> entries;
    uint64_t next = 0;
    for (uint32_t bucket = table.next_bucket(0); bucket < table.buckets(); bucket = table.next_bucket(bucket + 1)) {
        table.read_bucket(bucket, entries);
        for (size_t i = 0; i * table.entry_bytes() < entries.size(); ++i) {
            CHECK(seen.insert(std::string(table.entry(entries, i).key)).second);
        }
        for (int i = 0; i < 3; ++i) REQUIRE(put(table, key_of(next++ % 500), 2, "y", 0) == Error::ok);
    }
    CHECK(seen.size() == 500);
}

TEST_CASE("a table is shared with processes that are forked later") {
    Table table;
    REQUIRE(table.create(100, three_columns()) == Error::ok);
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        const bool set = put(table, "a", 3, "child", 0) == Error::ok;
        table.destroy();
        _exit(set ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    CHECK(status == 0);
    CHECK(table.layout().text(kName, table.get("a")) == "child");
    CHECK(table.destroyed());
}

TEST_CASE("statistics count what was done") {
    Table table;
    REQUIRE(table.create(4, three_columns()) == Error::ok);
    for (uint64_t i = 0; i < 4; ++i) REQUIRE(put(table, key_of(i), 1, "", 0) == Error::ok);
    REQUIRE(put(table, key_of(0), 2, "", 0) == Error::ok);
    REQUIRE(table.add(key_of(1), kCount, int64_t{1}).ok());
    REQUIRE(table.erase(key_of(2)));
    const Table::Stats stats = table.stats();
    CHECK(stats.inserts == 4);
    CHECK(stats.updates == 2);
    CHECK(stats.deletes == 1);
    CHECK(stats.longest >= 1);
    CHECK(stats.longest <= 4);
    CHECK((stats.conflicts > 0) == (stats.longest > 1));
}
