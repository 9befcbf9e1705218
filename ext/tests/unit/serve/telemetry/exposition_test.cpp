#include "serve/telemetry/exposition.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>

using namespace tern;
using namespace tern::serve;

namespace {

using Format = Exposition::Format;

template <class Tell>
std::string text(Format format, Tell tell) {
    Buffer out;
    Exposition exposition(out, format);
    tell(exposition);
    exposition.finish();
    return std::string(out.view());
}

std::string number(double value) {
    Buffer out;
    append_number(out, value);
    return std::string(out.view());
}

std::string bound(double value) {
    Buffer out;
    append_bound(out, value);
    return std::string(out.view());
}

}  // namespace

TEST_CASE("exposition: a counter's family and samples have the names that each format wants") {
    auto tell = [](MetricSink& sink) {
        sink.family({MetricType::counter, "sent_bytes", "What was sent."});
        const MetricLabel labels[] = {{"to", "a"}, {"by", "b"}};
        sink.sample(labels, 3);
    };
    CHECK(text(Format::prometheus, tell) ==
          "# HELP sent_bytes_total What was sent.\n# TYPE sent_bytes_total counter\n"
          "sent_bytes_total{to=\"a\",by=\"b\"} 3\n");
    CHECK(text(Format::openmetrics, tell) ==
          "# HELP sent_bytes What was sent.\n# TYPE sent_bytes counter\n"
          "sent_bytes_total{to=\"a\",by=\"b\"} 3\n# EOF\n");
}

TEST_CASE("exposition: units are told to OpenMetrics, and help may be missing") {
    auto tell = [](MetricSink& sink) {
        sink.family({MetricType::gauge, "age_seconds", "", "seconds"});
        sink.sample({}, 0.5);
    };
    CHECK(text(Format::prometheus, tell) == "# TYPE age_seconds gauge\nage_seconds 0.5\n");
    CHECK(text(Format::openmetrics, tell) ==
          "# TYPE age_seconds gauge\n# UNIT age_seconds seconds\nage_seconds 0.5\n# EOF\n");
}

TEST_CASE("exposition: buckets count what is at most so large, and the last one is the count") {
    auto tell = [](MetricSink& sink) {
        sink.family({MetricType::histogram, "h", ""});
        const double bounds[] = {0.5, 2};
        const uint64_t counts[] = {3, 0, 4};
        const MetricLabel label{"l", "v"};
        sink.histogram({}, bounds, counts, 1.25);
        sink.histogram({&label, 1}, {}, std::span<const uint64_t>(counts, 1), 1);
    };
    CHECK(text(Format::prometheus, tell) ==
          "# TYPE h histogram\nh_bucket{le=\"0.5\"} 3\nh_bucket{le=\"2.0\"} 3\nh_bucket{le=\"+Inf\"} 7\n"
          "h_sum 1.25\nh_count 7\n"
          "h_bucket{l=\"v\",le=\"+Inf\"} 3\nh_sum{l=\"v\"} 1\nh_count{l=\"v\"} 3\n");
}

TEST_CASE("exposition: what would end a text is escaped") {
    auto tell = [](MetricSink& sink) {
        sink.family({MetricType::gauge, "g", "a\\b\nc\"d"});
        const MetricLabel label{"l", "a\\b\nc\"d"};
        sink.sample({&label, 1}, 1);
    };
    CHECK(text(Format::prometheus, tell) == "# HELP g a\\\\b\\nc\"d\n# TYPE g gauge\ng{l=\"a\\\\b\\nc\\\"d\"} 1\n");
    CHECK(text(Format::openmetrics, tell) ==
          "# HELP g a\\\\b\\nc\\\"d\n# TYPE g gauge\ng{l=\"a\\\\b\\nc\\\"d\"} 1\n# EOF\n");
}

TEST_CASE("exposition: numbers read back the same") {
    CHECK(number(0) == "0");
    CHECK(number(-3) == "-3");
    CHECK(number(0.1) == "0.1");
    CHECK(number(9007199254740993.0) == "9007199254740992");
    CHECK(number(1e300) == "1e+300");
    CHECK(number(std::numeric_limits<double>::infinity()) == "+Inf");
    CHECK(number(-std::numeric_limits<double>::infinity()) == "-Inf");
    CHECK(number(std::numeric_limits<double>::quiet_NaN()) == "NaN");
    CHECK(bound(1) == "1.0");
    CHECK(bound(0.25) == "0.25");
    CHECK(bound(1e300) == "1e+300");
}

TEST_CASE("exposition: text of a label is UTF-8") {
    std::string good = "gr\xc3\xbc\xc3\x9f";
    std::string bad = "a\xff\xc3\xbc";
    make_label_text(good.data(), good.size());
    make_label_text(bad.data(), bad.size());
    CHECK(good == "gr\xc3\xbc\xc3\x9f");
    CHECK(bad == "a???");
}
