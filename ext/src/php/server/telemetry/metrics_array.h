// Metrics as a PHP array: see Tern\Metrics::collect().
#pragma once

#include "php/engine/compat/engine.h"
#include "serve/telemetry/exposition.h"

namespace tern::php {

class ArraySink final : public serve::MetricSink {
public:
    explicit ArraySink(zval* families) noexcept : families_(families) {}

    void family(const serve::MetricHead& head) override;
    void sample(std::span<const serve::MetricLabel> labels, double value) override;
    void histogram(std::span<const serve::MetricLabel> labels, std::span<const double> bounds,
                   std::span<const uint64_t> counts, double sum) override;

private:
    zval* families_;
    zval* samples_ = nullptr;  // of the current family
};

}  // namespace tern::php
