#include <array>

#include "php/coroutine/program/process_runtime.h"
#include "php/server/telemetry/server_metrics.h"

namespace tern::php {

namespace {

shm::Metrics* make_metrics() noexcept {
    auto* made = new shm::Metrics;
    if (made->create() == Error::ok) return made;
    delete made;
    return nullptr;
}

serve::MetricType type_of(shm::MetricKind kind) noexcept {
    switch (kind) {
        case shm::MetricKind::counter: return serve::MetricType::counter;
        case shm::MetricKind::gauge: return serve::MetricType::gauge;
        case shm::MetricKind::histogram: break;
    }
    return serve::MetricType::histogram;
}

void collect_histogram(const shm::Metrics& all, const shm::MetricFamily& family, const shm::MetricSeries& series,
                       std::span<const serve::MetricLabel> labels, serve::MetricSink& sink) {
    std::array<uint64_t, shm::Metrics::kMostBounds + 1> counts;
    const size_t count = family.bound_count + size_t{1};
    for (size_t i = 0; i < count; ++i) counts[i] = series.cells()[i].load(std::memory_order_relaxed);
    sink.histogram(labels, all.bounds(family), {counts.data(), count}, shm::Metrics::read(series.cells()[count]));
}

void collect_series(const shm::Metrics& all, const shm::MetricFamily& family, const shm::MetricSeries& series,
                    serve::MetricSink& sink) {
    std::array<serve::MetricLabel, shm::Metrics::kMostLabels> labels;
    Bytes key = series.key();
    size_t count = 0;
    for (const shm::MetricText& name : all.labels(family)) {
        labels[count++] = {all.text(name), shm::Metrics::take_value(key)};
    }
    const std::span<const serve::MetricLabel> all_labels{labels.data(), count};
    if (family.kind == shm::MetricKind::histogram) return collect_histogram(all, family, series, all_labels, sink);
    sink.sample(all_labels, shm::Metrics::read(series.cells()[0]));
}

}  // namespace

shm::Metrics* user_metrics() noexcept {
    static shm::Metrics* const metrics = make_metrics();
    return metrics;
}

void collect_user_metrics(serve::MetricSink& sink) {
    const shm::Metrics* all = user_metrics();
    if (all == nullptr) return;
    for (const shm::MetricFamily* one = all->first_family(); one != nullptr; one = all->next(*one)) {
        sink.family({type_of(one->kind), all->text(one->name), all->text(one->help)});
        for (const shm::MetricSeries* each = all->first_series(*one); each != nullptr; each = all->next(*each)) {
            collect_series(*all, *one, *each, sink);
        }
    }
}

}  // namespace tern::php
