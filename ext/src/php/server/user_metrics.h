// The metrics of the program: one set per server, with all processes that come from here.
#pragma once

#include "php/bridge/compat.h"
#include "serve/telemetry/exposition.h"
#include "shm/metrics.h"

namespace tern::php {

// Made on first use; processes that are forked afterwards share it. Null: the system has no memory.
shm::Metrics* user_metrics() noexcept;

void collect_user_metrics(serve::MetricSink& sink);

// The C++ part of Tern\Metrics\Counter, Gauge and Histogram. What it points to is never freed.
struct MetricObject {
    shm::MetricFamily* family;
    shm::MetricSeries* only;  // of a metric without labels, when it is known
    zend_object std;

    static void release(MetricObject&) {}
};

}  // namespace tern::php
