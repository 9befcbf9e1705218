#include "protocol/http/date.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::http;

namespace {

constexpr int64_t kNow = 1'700'000'000;  // 2023

std::string written(int64_t seconds) {
    char out[kDateBytes];
    write_date(out, seconds);
    return std::string(out, kDateBytes);
}

}  // namespace

TEST_CASE("date: written and read back") {
    const std::pair<int64_t, Bytes> rows[] = {
        {0, "Thu, 01 Jan 1970 00:00:00 GMT"},
        {784111777, "Sun, 06 Nov 1994 08:49:37 GMT"},
        {951782400, "Tue, 29 Feb 2000 00:00:00 GMT"},
        {951868800, "Wed, 01 Mar 2000 00:00:00 GMT"},
        {-1, "Wed, 31 Dec 1969 23:59:59 GMT"},
        {4107542400, "Mon, 01 Mar 2100 00:00:00 GMT"},
        {253402300799, "Fri, 31 Dec 9999 23:59:59 GMT"},
        {1704067199, "Sun, 31 Dec 2023 23:59:59 GMT"},
        {-62167219200, "Sat, 01 Jan 0000 00:00:00 GMT"},
    };
    for (const auto& row : rows) {
        const auto& seconds = row.first;
        const auto& text = row.second;
        CHECK(written(seconds) == text);
        Result<int64_t> read = parse_date(text, kNow);
        CHECK(read.ok());
        if (read.ok()) CHECK(read.value() == seconds);
    }
    CHECK(written(INT64_MAX) == "Fri, 31 Dec 9999 23:59:59 GMT");
    CHECK(written(INT64_MIN) == "Sat, 01 Jan 0000 00:00:00 GMT");
}

TEST_CASE("date: a day at a time through two leap cycles") {
    int wrong = 0;
    for (int64_t seconds = -30'000'000'000; seconds < 30'000'000'000; seconds += 86400 * 7 + 3601) {
        Result<int64_t> read = parse_date(written(seconds), kNow);
        if (!read.ok() || read.value() != seconds) ++wrong;
    }
    CHECK(wrong == 0);
}

TEST_CASE("date: the obsolete forms") {
    const std::pair<Bytes, int64_t> rows[] = {
        {"Sunday, 06-Nov-94 08:49:37 GMT", 784111777},  {"Sun Nov  6 08:49:37 1994", 784111777},
        {"Wed Nov 16 08:49:37 1994", 784975777},        {"Tuesday, 01-Jan-30 00:00:00 GMT", 1893456000},
        {"Sunday, 01-Jan-73 00:00:00 GMT", 3250454400},  // 50 years ahead is still ahead
        {"Tuesday, 01-Jan-74 00:00:00 GMT", 126230400}, {"Sun, 06 Nov 1994 08:49:60 GMT", 784111800},
    };
    for (const auto& row : rows) {
        const auto& text = row.first;
        const auto& seconds = row.second;
        INFO(text);
        Result<int64_t> read = parse_date(text, kNow);
        CHECK(read.ok());
        if (read.ok()) CHECK(read.value() == seconds);
    }
}

TEST_CASE("date: refused") {
    for (Bytes text : {"",
                       "Sun",
                       "Sun, 06 Nov 1994 08:49:37",
                       "Sun, 06 Nov 1994 08:49:37 UTC",
                       "sun, 06 Nov 1994 08:49:37 GMT",
                       "Sun, 6 Nov 1994 08:49:37 GMT",
                       "Sun, 06 Nov 1994 24:00:00 GMT",
                       "Sun, 06 Nov 1994 08:60:37 GMT",
                       "Sun, 30 Feb 1994 08:49:37 GMT",
                       "Thu, 29 Feb 2001 00:00:00 GMT",
                       "Sun, 00 Nov 1994 08:49:37 GMT",
                       "Sun, 06 Nov 1994 08:49:37 GMT ",
                       "Sun, 06 Xxx 1994 08:49:37 GMT",
                       "Sun Nov 6 08:49:37 1994",
                       "Sun Nov  6 08:49:37 94",
                       "Sunda, 06-Nov-94 08:49:37 GMT",
                       "Sunday, 06-Nov-1994 08:49:37 GMT",
                       "Sunday",
                       "784111777",
                       "Sun, 06 Nov 1994 08:49:61 GMT"}) {
        INFO(text);
        CHECK_FALSE(parse_date(text, kNow).ok());
    }
}
