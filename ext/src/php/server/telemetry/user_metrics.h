// The metrics of the program: one set for a server and all of its processes.
#pragma once

#include "php/engine/compat/engine.h"
#include "serve/telemetry/exposition.h"
#include "shm/metrics.h"

namespace tern::php {

// Made on first use; processes that are forked later share it. Null: the system has no memory.
shm::Metrics* user_metrics() noexcept;

void collect_user_metrics(serve::MetricSink& sink);

// The C++ part of Tern\Metrics\Counter, Gauge and Histogram. Its pointers stay valid for ever.
struct MetricObject {
    shm::MetricFamily* family;
    shm::MetricSeries* only;  // of a metric without labels, once it is known
    zend_object std;

    static void release(MetricObject&) {}
};

}  // namespace tern::php
