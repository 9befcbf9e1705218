#include "shm/http_counters.h"

#include "serve/rig.h"

using namespace tern;
using namespace tern::shm;
using namespace tern::serve::test;

namespace {

uint64_t requests(const HttpCounters& counters, Bytes method, int status) {
    HttpTotals totals{};
    counters.add_to(totals);
    return totals[HttpCells::request(method_index(method), status_class_index(status))];
}

uint64_t durations(const HttpCounters& counters, uint64_t us) {
    HttpTotals totals{};
    counters.add_to(totals);
    return totals[HttpCells::kDurations + DurationBuckets::of(us)];
}

uint64_t sum(const HttpCounters& counters) {
    HttpTotals totals{};
    counters.add_to(totals);
    return totals[HttpCells::kDurationSum];
}

}  // namespace

TEST_CASE("http counters: each duration is in the first bucket that it is not too long for") {
    constexpr auto& kBounds = DurationBuckets::kBounds;
    CHECK(kBounds.front() == 10);
    CHECK(kBounds.back() == 60'000'000);
    CHECK(DurationBuckets::of(0) == 0);
    for (size_t i = 0; i < kBounds.size(); ++i) {
        CAPTURE(kBounds[i]);
        if (i > 0) CHECK(kBounds[i - 1] < kBounds[i]);
        if (i > 0) CHECK(kBounds[i] <= kBounds[i - 1] * 2);
        CHECK(DurationBuckets::of(kBounds[i]) == i);
        CHECK(DurationBuckets::of(kBounds[i] + 1) == i + 1);
    }
    CHECK(DurationBuckets::of(UINT64_MAX) == kBounds.size());
}

TEST_CASE("http counters: methods and classes of status have their cells, and what is unknown has one") {
    HttpCounters counters;
    counters.count("GET", 200, 5);
    counters.count("GET", 204, 5);
    counters.count("PATCH", 503, 5);
    counters.count("get", 200, 5);
    counters.count("PROPFIND", 0, 5);
    counters.count("", 400, -1);
    CHECK(requests(counters, "GET", 200) == 2);
    CHECK(requests(counters, "PATCH", 500) == 1);
    CHECK(requests(counters, "MKCOL", 200) == 1);
    CHECK(requests(counters, "other", 0) == 1);
    CHECK(requests(counters, "other", 404) == 1);
    CHECK(durations(counters, 5) == 6);
    CHECK(sum(counters) == 25);
}

TEST_CASE("http counters: a request counts from the turn that found its head to the end of its answer") {
    Rig rig;
    rig.handler.keep_all();
    Client client = rig.connect();
    (void)rig.ask(client, "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab");
    CHECK(requests(rig.counters.http, "POST", 200) == 0);
    rig.pass_ms(30);
    rig.handler.answer_next("x");
    rig.turn();
    CHECK(requests(rig.counters.http, "POST", 200) == 1);
    CHECK(durations(rig.counters.http, 30'000) == 1);
    CHECK(sum(rig.counters.http) == 30'000);
}

TEST_CASE("http counters: refused, lost and half-sent requests count once or not at all") {
    Rig rig;
    {
        Client bad = rig.connect();
        (void)rig.ask(bad, "GET /a HTTP/9.9\r\n\r\n");
    }
    CHECK(requests(rig.counters.http, "other", 505) == 1);
    {
        Client half = rig.connect();
        half.send("GET /a HT");
        rig.turn();
    }
    rig.turn();
    rig.handler.keep_all();
    {
        Client gone = rig.connect();
        (void)rig.ask(gone, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    rig.turn();
    CHECK(requests(rig.counters.http, "GET", 0) == 1);
    HttpTotals totals{};
    rig.counters.http.add_to(totals);
    uint64_t all = 0;
    for (size_t i = 0; i < HttpCells::kDurations; ++i) all += totals[i];
    CHECK(all == 2);
}

TEST_CASE("http counters: connections are counted by what they speak") {
    Rig rig;
    {
        Client client = rig.connect();
        CHECK(rig.counters.connections_of(Protocol::http1).get() == 1);
        CHECK(rig.counters.connections_of(Protocol::http2).get() == 0);
        client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        rig.turn();
        const bool http2 = rig.counters.connections_of(Protocol::http2).get() == 1;
        CHECK(rig.counters.connections_of(Protocol::http1).get() == (http2 ? 0 : 1));
    }
    rig.turn();
    for (Counter& connections : rig.counters.protocol_num) CHECK(connections.get() == 0);
}
