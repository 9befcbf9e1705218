#include <limits>

#include "php/server/telemetry/server_metrics.h"

namespace tern::php {

namespace {

constexpr const char* kTypes[] = {"counter", "gauge", "histogram"};

void add_labels(zval* sample, std::span<const serve::MetricLabel> labels) {
    zval list;
    array_init(&list);
    for (const serve::MetricLabel& label : labels) {
        add_assoc_stringl_ex(&list, label.name.data(), label.name.size(), label.value.data(), label.value.size());
    }
    add_assoc_zval(sample, "labels", &list);
}

struct BoundText {
    char bytes[40];
    size_t size;
};

BoundText text_of(double bound) noexcept {
    Buffer text;
    serve::append_bound(text, bound);
    BoundText copy{};
    copy.size = text.size();
    std::memcpy(copy.bytes, text.data(), text.size());
    return copy;
}

}  // namespace

void ArraySink::family(const serve::MetricHead& head) {
    zval family;
    zval samples;
    array_init(&family);
    array_init(&samples);
    add_assoc_string(&family, "type", kTypes[static_cast<size_t>(head.type)]);
    add_assoc_stringl(&family, "help", head.help.data(), head.help.size());
    zval* placed = zend_hash_str_update(Z_ARRVAL(family), ZEND_STRL("samples"), &samples);
    const Bytes end = head.type == serve::MetricType::counter ? Bytes("_total") : Bytes();
    zend_string* name = zend_string_concat2(head.name.data(), head.name.size(), end.data(), end.size());
    zend_hash_update(Z_ARRVAL_P(families_), name, &family);
    zend_string_release(name);
    samples_ = placed;
}

void ArraySink::sample(std::span<const serve::MetricLabel> labels, double value) {
    zval sample;
    array_init(&sample);
    add_labels(&sample, labels);
    add_assoc_double(&sample, "value", value);
    add_next_index_zval(samples_, &sample);
}

void ArraySink::histogram(std::span<const serve::MetricLabel> labels, std::span<const double> bounds,
                          std::span<const uint64_t> counts, double sum) {
    zval sample;
    zval buckets;
    array_init(&sample);
    add_labels(&sample, labels);
    array_init(&buckets);
    uint64_t total = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        const BoundText bound = text_of(i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity());
        add_assoc_long_ex(&buckets, bound.bytes, bound.size, static_cast<zend_long>(total));
    }
    add_assoc_zval(&sample, "buckets", &buckets);
    add_assoc_double(&sample, "sum", sum);
    add_assoc_long(&sample, "count", static_cast<zend_long>(total));
    add_next_index_zval(samples_, &sample);
}

}  // namespace tern::php
