#include <doctest/doctest.h>
#include <string>

#include "protocol/http/conditional.h"

using namespace tern;
using namespace tern::http;

namespace {

// "0-9 90-99", "416" or "all".
std::string show(Bytes field, uint64_t size) {
    const RangeSet set = parse_range(field, size);
    if (set.kind == RangeSet::Kind::ignored) return "all";
    if (set.kind == RangeSet::Kind::unsatisfiable) return "416";
    std::string text;
    for (size_t i = 0; i < set.count; ++i) {
        if (i > 0) text += ' ';
        text += std::to_string(set.ranges[i].first) + '-' + std::to_string(set.ranges[i].last());
    }
    return text;
}

struct RangeRow {
    Bytes field;
    uint64_t size;
    const char* expected;
};

}  // namespace

TEST_CASE("range: single ones") {
    const RangeRow rows[] = {
        {"bytes=0-0", 100, "0-0"},
        {"bytes=0-9", 100, "0-9"},
        {"bytes=99-99", 100, "99-99"},
        {"bytes=0-", 100, "0-99"},
        {"bytes=50-", 100, "50-99"},
        {"bytes=50-1000", 100, "50-99"},
        {"bytes=-1", 100, "99-99"},
        {"bytes=-100", 100, "0-99"},
        {"bytes=-1000", 100, "0-99"},
        {"Bytes=1-2", 100, "1-2"},
        {"bytes= 1-2 ", 100, "1-2"},
        {"bytes=0-99999999999999999999999", 100, "0-99"},
        {"bytes=-99999999999999999999999", 100, "0-99"},
        {"bytes=0-0", 1, "0-0"},
    };
    for (const RangeRow& row : rows) {
        INFO(row.field);
        CHECK(show(row.field, row.size) == row.expected);
    }
}

TEST_CASE("range: what cannot be satisfied") {
    const RangeRow rows[] = {
        {"bytes=100-", 100, "416"},
        {"bytes=100-200", 100, "416"},
        {"bytes=-0", 100, "416"},
        {"bytes=0-", 0, "416"},
        {"bytes=-5", 0, "416"},
        {"bytes=abc", 100, "416"},
        {"bytes=", 100, "416"},
        {"bytes=1", 100, "416"},
        {"bytes=2-1", 100, "416"},
        {"bytes=-", 100, "416"},
        {"bytes=--1", 100, "416"},
        {"bytes=1-2-3", 100, "416"},
        {"bytes=0x1-2", 100, "416"},
        {"bytes=+1-2", 100, "416"},
        {"bytes=1 - 2", 100, "416"},
        {"bytes=0-1,abc", 100, "416"},
        {"bytes=,", 100, "416"},
        {"bytes=200-,300-", 100, "416"},
        {"bytes=99999999999999999999-", 100, "416"},
    };
    for (const RangeRow& row : rows) {
        INFO(row.field);
        CHECK(show(row.field, row.size) == row.expected);
    }
}

TEST_CASE("range: what is no range of ours") {
    for (Bytes field :
         {Bytes(""), Bytes("abc"), Bytes("bytes"), Bytes("lines=1-2"), Bytes("bytes 0-1"), Bytes("byte=0-1")}) {
        INFO(field);
        CHECK(show(field, 100) == "all");
    }
}

TEST_CASE("range: several") {
    const RangeRow rows[] = {
        {"bytes=0-0,50-51", 100, "0-0 50-51"},   {"bytes=50-51, 0-0", 100, "50-51 0-0"},
        {"bytes=0-0,,50-51,", 100, "0-0 50-51"}, {"bytes=0-0,-1", 100, "0-0 99-99"},
        {"bytes=0-0,500-", 100, "0-0"},          {"bytes=500-,0-0", 100, "0-0"},
        {"bytes=0-10,5-15", 100, "0-15"},        {"bytes=0-10,11-15", 100, "0-15"},
        {"bytes=0-10,12-15", 100, "0-10 12-15"}, {"bytes=80-90,0-10,5-15", 100, "0-15 80-90"},
        {"bytes=0-,0-,0-", 100, "0-99"},         {"bytes=10-20,0-99", 100, "0-99"},
        {"bytes=5-5,5-5", 100, "5-5"},
    };
    for (const RangeRow& row : rows) {
        INFO(row.field);
        CHECK(show(row.field, row.size) == row.expected);
    }
}

TEST_CASE("range: too many are ignored") {
    std::string field = "bytes=0-0";
    for (size_t i = 1; i < RangeSet::kMost; ++i) field += "," + std::to_string(i * 2) + "-" + std::to_string(i * 2);
    CHECK(parse_range(field, 1000).count == RangeSet::kMost);
    field += ",900-900";
    CHECK(show(field, 1000) == "all");
}
