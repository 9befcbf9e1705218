#include "serve/telemetry/tracer.h"

#include <doctest/doctest.h>
#include <set>

using namespace tern;
using namespace tern::serve;

namespace {

constexpr int64_t kAlways = 1'000'000;

struct Fixture {
    explicit Fixture(int64_t ratio)
        : tracer(
              ratio, counters, [](void* self) { ++static_cast<Fixture*>(self)->calls; }, this) {}

    // How many of so many new traces are recorded.
    int sampled(int traces) {
        int count = 0;
        for (int i = 0; i < traces; ++i) {
            Trace* trace = tracer.begin_trace();
            count += trace->sampled() ? 1 : 0;
            trace->release();
        }
        return count;
    }
    void record(size_t bytes = 0) {
        Trace* trace = tracer.begin_trace();
        SpanHead head;
        head.span_id = trace->root_span();
        SpanWriter& writer = tracer.start(*trace, head);
        if (bytes > 0) writer.attribute("text", Bytes(std::string(bytes, 'x')));
        tracer.finish();
        trace->release();
    }

    shm::WorkerCounters counters;
    int calls = 0;
    Tracer tracer;
};

}  // namespace

TEST_CASE("tracer: how many traces are recorded") {
    CHECK(Fixture(0).sampled(1000) == 0);
    CHECK(Fixture(kAlways).sampled(1000) == 1000);
    // 20 standard deviations to either side.
    const int half = Fixture(kAlways / 2).sampled(10'000);
    CHECK(half > 4000);
    CHECK(half < 6000);
}

TEST_CASE("tracer: ids differ and are never zero") {
    Fixture fixture(kAlways);
    std::set<http::SpanId> seen{http::kNoSpan};
    for (int i = 0; i < 1000; ++i) CHECK(seen.insert(fixture.tracer.new_span_id()).second);
}

TEST_CASE("tracer: tells of the first span and of a full batch") {
    Fixture fixture(kAlways);
    fixture.record();
    CHECK(fixture.calls == 1);
    fixture.record();
    CHECK(fixture.calls == 1);
    while (fixture.tracer.spans().size() < Tracer::kBatchBytes) fixture.record(SpanWriter::kLongestText);
    CHECK(fixture.calls == 2);
    fixture.record();
    CHECK(fixture.calls == 2);
    Buffer batch;
    const uint64_t count = fixture.tracer.count();
    CHECK(fixture.tracer.take(batch) == count);
    CHECK(batch.size() > Tracer::kBatchBytes);
    CHECK(fixture.tracer.spans().empty());
    CHECK(fixture.tracer.count() == 0);
    fixture.record();
    CHECK(fixture.calls == 3);
}

TEST_CASE("tracer: what finds no room is counted") {
    Fixture fixture(kAlways);
    while (fixture.counters.spans_dropped.get() == 0) fixture.record(SpanWriter::kLongestText);
    CHECK(fixture.tracer.spans().size() <= Tracer::kMostBytes);
    const uint64_t count = fixture.tracer.count();
    fixture.record(SpanWriter::kLongestText);
    CHECK(fixture.counters.spans_dropped.get() == 2);
    CHECK(fixture.tracer.count() == count);
}
