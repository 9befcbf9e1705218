// Metrics as text: Prometheus' format 0.0.4 and OpenMetrics 1.0. Who has metrics tells them to a sink, a family at a
// time; the text is one sink.
#pragma once

#include <span>

#include "base/buffer.h"

namespace tern::serve {

enum class MetricType : uint8_t { counter, gauge, histogram };

struct MetricHead {
    MetricType type = MetricType::gauge;
    Bytes name;  // a counter's without "_total"
    Bytes help;
    Bytes unit = {};  // the name ends in it; empty: none
};

struct MetricLabel {
    Bytes name;
    Bytes value;  // UTF-8
};

class MetricSink {
public:
    // Samples follow, those of one family only.
    virtual void family(const MetricHead& head) = 0;
    // Of a counter or a gauge.
    virtual void sample(std::span<const MetricLabel> labels, double value) = 0;
    // `counts` has one more than `bounds`: how many values each bucket has, those beyond the last bound at the end.
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
    // After the last sample.
    void finish() noexcept;

private:
    void line(Bytes keyword, Bytes text) noexcept;
    void name_and_labels(Bytes suffix, std::span<const MetricLabel> labels, const double* bound) noexcept;

    Buffer& out_;
    bool openmetrics_;
    MetricType type_ = MetricType::gauge;
    Buffer name_;  // of the family, as samples begin
};

// Makes text fit for a label: what is no UTF-8 keeps its ASCII, and has "?" for all other bytes.
void make_label_text(char* text, size_t bytes) noexcept;

// A number as both formats have it: the shortest text that reads back the same, "+Inf", "-Inf" and "NaN".
void append_number(Buffer& out, double number) noexcept;
// The same for the bound of a bucket, which OpenMetrics wants to look like a floating-point number: series have the
// same labels in both formats.
void append_bound(Buffer& out, double bound) noexcept;

}  // namespace tern::serve
