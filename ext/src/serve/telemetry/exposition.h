// Metrics as text: Prometheus' format 0.0.4 and OpenMetrics 1.0. A source of metrics writes them to a sink, one family
// at a time; this text is one kind of sink.
#pragma once

#include <span>

#include "base/buffer.h"

namespace tern::serve {

enum class MetricType : uint8_t { counter, gauge, histogram };

struct MetricHead {
    MetricType type = MetricType::gauge;
    Bytes name;  // of a counter without "_total"
    Bytes help;
    Bytes unit = {};  // the name ends with it; empty: none
};

struct MetricLabel {
    Bytes name;
    Bytes value;  // UTF-8
};

class MetricSink {
public:
    // The samples of this family follow.
    virtual void family(const MetricHead& head) = 0;
    // A sample of a counter or a gauge.
    virtual void sample(std::span<const MetricLabel> labels, double value) = 0;
    // `counts` has one more entry than `bounds`: the number of values in each bucket, at the end those above all
    // bounds.
    virtual void histogram(std::span<const MetricLabel> labels, std::span<const double> bounds,
                           std::span<const uint64_t> counts, double sum) = 0;

protected:
    ~MetricSink() = default;
};

class Exposition final : public MetricSink {
public:
    enum class Format : uint8_t { prometheus, openmetrics };

    Exposition(Buffer& out, Format format) noexcept : out_(out), openmetrics_(format == Format::openmetrics) {}

    void family(const MetricHead& head) override;
    void sample(std::span<const MetricLabel> labels, double value) override;
    void histogram(std::span<const MetricLabel> labels, std::span<const double> bounds,
                   std::span<const uint64_t> counts, double sum) override;
    // Call it after the last sample.
    void finish() noexcept;

private:
    void line(Bytes keyword, Bytes text) noexcept;
    void name_and_labels(Bytes suffix, std::span<const MetricLabel> labels, const double* bound) noexcept;

    Buffer& out_;
    bool openmetrics_;
    MetricType type_ = MetricType::gauge;
    Buffer name_;  // the name that samples of this family begin with
};

// Makes text valid for a label: if it is not UTF-8, each byte that is not ASCII becomes "?".
void make_label_text(char* text, size_t bytes) noexcept;

// Writes a number for both formats: the shortest text that reads back the same, "+Inf", "-Inf" or "NaN".
void append_number(Buffer& out, double number) noexcept;
// The same for the bound of a bucket. OpenMetrics requires a floating-point number, and the labels are the same in both
// formats.
void append_bound(Buffer& out, double bound) noexcept;

}  // namespace tern::serve
