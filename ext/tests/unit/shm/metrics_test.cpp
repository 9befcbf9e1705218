#include "shm/metrics.h"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <string>
#include <sys/wait.h>
#include <vector>

#include "shm/child.h"

using namespace tern;
using namespace tern::shm;

namespace {

using State = Metrics::Declared::State;

std::string key(std::initializer_list<Bytes> values) {
    std::string bytes(2000, 0);
    char* at = bytes.data();
    for (Bytes value : values) Metrics::append_value(at, value);
    bytes.resize(static_cast<size_t>(at - bytes.data()));
    return bytes;
}

struct MetricsFixture {
    Metrics metrics;
    MetricsFixture() { REQUIRE(metrics.create() == Error::ok); }

    Metrics::Declared declare(MetricKind kind, Bytes name, std::vector<Bytes> labels = {},
                              std::vector<double> bounds = {}) {
        return metrics.declare({kind, name, "help", labels, bounds});
    }
    MetricFamily& counter(Bytes name, std::vector<Bytes> labels = {}) {
        const Metrics::Declared made = declare(MetricKind::counter, name, std::move(labels));
        REQUIRE(made.state == State::ok);
        return *made.family;
    }
    // All series, as "name a b".
    std::vector<std::string> seen() const {
        std::vector<std::string> all;
        for (const MetricFamily* one = metrics.first_family(); one != nullptr; one = metrics.next(*one)) {
            for (const MetricSeries* each = metrics.first_series(*one); each != nullptr; each = metrics.next(*each)) {
                std::string text(metrics.text(one->name));
                for (Bytes left = each->key(); !left.empty();) text += " " + std::string(Metrics::take_value(left));
                all.push_back(text);
            }
        }
        return all;
    }
};

}  // namespace

TEST_CASE("metrics: declared again in the same way a family is found, otherwise refused") {
    MetricsFixture fixture;
    MetricFamily& orders = fixture.counter("orders", {"shop", "kind"});
    CHECK(&fixture.counter("orders", {"shop", "kind"}) == &orders);
    CHECK(fixture.declare(MetricKind::counter, "orders", {"shop"}).state == State::differs);
    CHECK(fixture.declare(MetricKind::counter, "orders", {"kind", "shop"}).state == State::differs);
    CHECK(fixture.declare(MetricKind::gauge, "orders", {"shop", "kind"}).state == State::differs);
    CHECK(fixture.declare(MetricKind::histogram, "h", {}, {1, 2}).state == State::ok);
    CHECK(fixture.declare(MetricKind::histogram, "h", {}, {1, 2}).state == State::ok);
    CHECK(fixture.declare(MetricKind::histogram, "h", {}, {1, 3}).state == State::differs);
    CHECK(fixture.metrics.labels(orders).size() == 2);
    CHECK(fixture.metrics.text(fixture.metrics.labels(orders)[1]) == "kind");
}

TEST_CASE("metrics: families whose samples would have one name are refused") {
    MetricsFixture fixture;
    MetricFamily& orders = fixture.counter("orders");
    REQUIRE(fixture.declare(MetricKind::histogram, "time", {}, {1}).state == State::ok);
    REQUIRE(fixture.declare(MetricKind::gauge, "load_sum").state == State::ok);
    CHECK(fixture.declare(MetricKind::gauge, "orders_total").family == &orders);
    CHECK(fixture.declare(MetricKind::gauge, "orders_total").state == State::clashes);
    CHECK(fixture.declare(MetricKind::gauge, "orders_created").state == State::clashes);
    CHECK(fixture.declare(MetricKind::gauge, "time_count").state == State::clashes);
    CHECK(fixture.declare(MetricKind::histogram, "load", {}, {1}).state == State::clashes);
    CHECK(fixture.declare(MetricKind::gauge, "orders_count").state == State::ok);
    CHECK(fixture.declare(MetricKind::gauge, "orders_totals").state == State::ok);
    CHECK(fixture.declare(MetricKind::gauge, "time_total").state == State::ok);
}

TEST_CASE("metrics: series are told apart by all bytes of their values") {
    MetricsFixture fixture;
    MetricFamily& family = fixture.counter("c", {"a", "b"});
    MetricSeries* one = fixture.metrics.series(family, key({"x", "yz"}));
    MetricSeries* other = fixture.metrics.series(family, key({"xy", "z"}));
    REQUIRE(one != nullptr);
    CHECK(one != other);
    CHECK(fixture.metrics.series(family, key({"x", "yz"})) == one);
    CHECK(fixture.metrics.find(family, key({"xy", "z"})) == other);
    CHECK(fixture.metrics.find(family, key({"xyz", ""})) == nullptr);
    CHECK(fixture.metrics.series(fixture.counter("d", {"a", "b"}), key({"x", "yz"})) != one);
    CHECK(fixture.metrics.series_count() == 3);
    CHECK(fixture.seen() == std::vector<std::string>{"c x yz", "c xy z", "d x yz"});
}

TEST_CASE("metrics: a histogram has each value in the first bucket with a bound that it does not exceed") {
    MetricsFixture fixture;
    MetricFamily& family = *fixture.declare(MetricKind::histogram, "h", {}, {0, 1, 2.5}).family;
    MetricSeries& series = *fixture.metrics.series(family, {});
    for (double value : {-1.0, 0.0, 0.5, 1.0, 2.5, 3.0, 1e300 * 1e300}) {
        fixture.metrics.observe(family, series, value);
    }
    const uint64_t wanted[] = {2, 2, 1, 2};
    for (size_t i = 0; i < 4; ++i) CHECK(series.cells()[i].load() == wanted[i]);
}

TEST_CASE("metrics: processes add to the same numbers, and see what others make") {
    MetricsFixture fixture;
    MetricFamily& before = fixture.counter("before", {"l"});
    constexpr int kProcesses = 4;
    constexpr int kTimes = 2000;
    std::vector<pid_t> children;
    for (int i = 0; i < kProcesses; ++i) {
        children.push_back(test::child([&] {
            const Metrics::Declared later = fixture.metrics.declare({MetricKind::gauge, "later", "", {}, {}});
            for (int n = 0; n < kTimes; ++n) {
                const std::string value = std::to_string(n % 50);
                Metrics::add(fixture.metrics.series(before, key({value}))->cells()[0], 0.5);
                Metrics::add(fixture.metrics.series(*later.family, {})->cells()[0], 1);
            }
        }));
    }
    for (pid_t pid : children) {
        int status = -1;
        waitpid(pid, &status, 0);
        CHECK(status == 0);
    }
    double sum = 0;
    for (int n = 0; n < 50; ++n) {
        const MetricSeries* series = fixture.metrics.find(before, key({std::to_string(n)}));
        REQUIRE(series != nullptr);
        sum += Metrics::read(series->cells()[0]);
    }
    CHECK(sum == kProcesses * kTimes / 2);
    CHECK(fixture.seen().size() == 51);
    const Metrics::Declared later = fixture.declare(MetricKind::gauge, "later");
    CHECK(Metrics::read(fixture.metrics.find(*later.family, {})->cells()[0]) == kProcesses * kTimes);
}

TEST_CASE("metrics: without room there is no new series, and that is counted; old ones go on") {
    MetricsFixture fixture;
    MetricFamily& family = fixture.counter("c", {"l"});
    const std::string large(900, 'x');
    int made = 0;
    while (fixture.metrics.series(family, key({large + std::to_string(made)})) != nullptr) ++made;
    CHECK(made > 7000);
    CHECK(fixture.metrics.lost() == 1);
    CHECK(fixture.metrics.series(family, key({large + "0"})) != nullptr);
    CHECK(fixture.metrics.lost() == 1);
    CHECK(fixture.metrics.series_count() == static_cast<uint32_t>(made));
}

TEST_CASE("metrics: the numbers of series and of families are limited") {
    MetricsFixture fixture;
    MetricFamily& family = fixture.counter("c", {"l"});
    for (uint32_t i = 0; i < Metrics::kMostSeries; ++i) {
        if (fixture.metrics.series(family, key({std::to_string(i)})) == nullptr) FAIL(i);
    }
    CHECK(fixture.metrics.series(family, key({"x"})) == nullptr);
    for (uint32_t i = 1; i < Metrics::kMostFamilies; ++i) fixture.counter("g" + std::to_string(i));
    CHECK(fixture.declare(MetricKind::gauge, "more").state == State::full);
    CHECK(fixture.declare(MetricKind::counter, "g7").state == State::ok);
}

TEST_CASE("metrics: whoever is killed while making something leaves the rest whole") {
    MetricsFixture fixture;
    MetricFamily& family = fixture.counter("c", {"l"});
    for (int round = 0; round < 30; ++round) {
        int line[2];
        REQUIRE(pipe(line) == 0);
        const pid_t pid = test::child([&] {
            for (int n = 0; n < 1000; ++n) {  // there is room for all of them
                (void)fixture.metrics.series(family, key({std::to_string(round) + "." + std::to_string(n)}));
                if (n == 20) (void)!write(line[1], "x", 1);
            }
            pause();
        });
        char byte;
        REQUIRE(read(line[0], &byte, 1) == 1);
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
        close(line[0]);
        close(line[1]);
        REQUIRE(fixture.metrics.series(family, key({"after " + std::to_string(round)})) != nullptr);
    }
    std::vector<std::string> all = fixture.seen();
    for (int round = 0; round < 30; ++round) {
        CHECK(std::count(all.begin(), all.end(), "c after " + std::to_string(round)) == 1);
    }
    const size_t count = all.size();
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    CHECK(all.size() == count);
    for (const MetricSeries* each = fixture.metrics.first_series(family); each != nullptr;
         each = fixture.metrics.next(*each)) {
        if (fixture.metrics.find(family, each->key()) != each) FAIL("not found");
    }
}
