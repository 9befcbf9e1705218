#include <array>
#include <cmath>

#include "php/engine/error.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/server/telemetry/server_metrics.h"
#include "protocol/http/ws/utf8.h"
#include "php/server/telemetry/tern_metrics_arginfo.h"

namespace tern::php {

namespace {

constexpr size_t kLongestName = 200;
constexpr size_t kLongestHelp = 1000;
constexpr double kUsualBounds[] = {.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

// The arguments of a declaration: views of the caller's strings.
struct Arguments {
    shm::Metrics::Declaration declaration;
    std::array<Bytes, shm::Metrics::kMostLabels> labels;
    std::array<double, shm::Metrics::kMostBounds> bounds;
};

// Names match [a-zA-Z_:][a-zA-Z0-9_:]*; labels have no colons.
bool is_name(Bytes text, bool colons) noexcept {
    if (text.empty() || text.size() > kLongestName || (text[0] >= '0' && text[0] <= '9')) return false;
    for (char one : text) {
        const bool letter = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_';
        if (!letter && !(one >= '0' && one <= '9') && !(colons && one == ':')) return false;
    }
    return true;
}

bool take_name(Arguments& into, const zend_string* name) {
    Bytes& base = into.declaration.name;
    base = view(name);
    constexpr Bytes kTotal = "_total";
    if (into.declaration.kind == shm::MetricKind::counter && base.ends_with(kTotal)) base.remove_suffix(kTotal.size());
    if (!is_name(base, true)) {
        zend_argument_value_error(
            1, "must be letters, digits, \"_\" and \":\", no digit first, at most %zu bytes, \"%s\" given",
            kLongestName, ZSTR_VAL(name));
    } else if (base.starts_with("tern_")) {
        zend_argument_value_error(1, "must not begin with \"tern_\", as the server's own metrics do, \"%s\" given",
                                  ZSTR_VAL(name));
    } else {
        return true;
    }
    return false;
}

bool take_help(Arguments& into, const zend_string* help) {
    into.declaration.help = view(help);
    if (ZSTR_LEN(help) <= kLongestHelp && http::ws::valid_utf8(view(help))) return true;
    zend_argument_value_error(2, "must be UTF-8 of at most %zu bytes", kLongestHelp);
    return false;
}

bool is_label(Bytes name, shm::MetricKind kind) noexcept {
    const bool reserved = name.starts_with("__") || (kind == shm::MetricKind::histogram && name == "le");
    return is_name(name, false) && !reserved;
}

bool take_labels(Arguments& into, HashTable* labels) {
    size_t count = 0;
    if (labels != nullptr && zend_hash_num_elements(labels) > into.labels.size()) {
        zend_argument_value_error(3, "must have at most %zu names, has %u", into.labels.size(),
                                  zend_hash_num_elements(labels));
        return false;
    }
    zval* one = nullptr;
    if (labels == nullptr) return true;
    ZEND_HASH_FOREACH_VAL(labels, one) {
        ZVAL_DEREF(one);
        const Bytes name = Z_TYPE_P(one) == IS_STRING ? view(Z_STR_P(one)) : Bytes("");
        if (!is_label(name, into.declaration.kind)) {
            zend_argument_value_error(
                3,
                "must be names of letters, digits and \"_\", not \"__...\", nor \"le\" of a histogram, \"%.*s\" given",
                static_cast<int>(name.size()), name.data());
            return false;
        }
        for (size_t i = 0; i < count; ++i) {
            if (into.labels[i] != name) continue;
            zend_argument_value_error(3, "must not name a label twice, \"%.*s\" given", static_cast<int>(name.size()),
                                      name.data());
            return false;
        }
        into.labels[count++] = name;
    }
    ZEND_HASH_FOREACH_END();
    into.declaration.labels = {into.labels.data(), count};
    return true;
}

bool take_bounds(Arguments& into, HashTable* buckets) {
    into.declaration.bounds = kUsualBounds;
    if (buckets == nullptr || zend_hash_num_elements(buckets) == 0) return true;
    size_t count = 0;
    bool good = zend_hash_num_elements(buckets) <= into.bounds.size();
    zval* one = nullptr;
    ZEND_HASH_FOREACH_VAL(buckets, one) {
        ZVAL_DEREF(one);
        good = good && (Z_TYPE_P(one) == IS_LONG || Z_TYPE_P(one) == IS_DOUBLE);
        if (!good) break;
        const double bound = zval_get_double(one);
        good = std::isfinite(bound) && (count == 0 || into.bounds[count - 1] < bound);
        if (good) into.bounds[count++] = bound;
    }
    ZEND_HASH_FOREACH_END();
    into.declaration.bounds = {into.bounds.data(), count};
    if (!good) zend_argument_value_error(4, "must be at most %zu finite numbers, ascending", into.bounds.size());
    return good;
}

void throw_undeclared(const shm::Metrics& all, shm::Metrics::Declared declared, const zend_string* name) {
    using State = shm::Metrics::Declared::State;
    if (declared.state == State::full) {
        throw_exception(Error::wrong_operation,
                        "there is no room for metric \"%s\": %u metrics, %u series and %zu bytes are the limits",
                        ZSTR_VAL(name), shm::Metrics::kMostFamilies, shm::Metrics::kMostSeries, shm::Metrics::kBytes);
    } else if (declared.state == State::differs) {
        zend_argument_value_error(
            1, "must not be that of a metric of another kind, or with other labels or buckets, \"%s\" given",
            ZSTR_VAL(name));
    } else {
        const Bytes other = all.text(declared.family->name);
        zend_argument_value_error(1, "must not lead to samples with names of metric \"%.*s\", \"%s\" given",
                                  static_cast<int>(other.size()), other.data(), ZSTR_VAL(name));
    }
}

void make(const Arguments& wanted, const zend_string* name, zend_class_entry* entry, zval* return_value) {
    shm::Metrics* all = user_metrics();
    if (all == nullptr) return (void)zend_throw_error(nullptr, "There is no shared memory");
    const shm::Metrics::Declared declared = all->declare(wanted.declaration);
    if (declared.state != shm::Metrics::Declared::State::ok) return throw_undeclared(*all, declared, name);
    // A metric without labels has one series, which starts at 0.
    shm::MetricSeries* only = declared.family->label_count == 0 ? all->series(*declared.family, {}) : nullptr;
    object_init_ex(return_value, entry);
    of<MetricObject>(return_value)->family = declared.family;
    of<MetricObject>(return_value)->only = only;
}

void declare(INTERNAL_FUNCTION_PARAMETERS, shm::MetricKind kind, zend_class_entry* entry) {
    zend_string* name;
    zend_string* help = ZSTR_EMPTY_ALLOC();
    HashTable* labels = nullptr;
    HashTable* buckets = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, kind == shm::MetricKind::histogram ? 4 : 3)
    Z_PARAM_STR(name)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(help)
    Z_PARAM_ARRAY_HT(labels)
    Z_PARAM_ARRAY_HT(buckets)
    ZEND_PARSE_PARAMETERS_END();
    Arguments wanted{};
    wanted.declaration.kind = kind;
    if (!take_name(wanted, name) || !take_help(wanted, help) || !take_labels(wanted, labels)) RETURN_THROWS();
    if (kind == shm::MetricKind::histogram && !take_bounds(wanted, buckets)) RETURN_THROWS();
    make(wanted, name, entry, return_value);
}

void collect(serve::MetricSink& sink) {
    collect_server_metrics(sink);
    collect_user_metrics(sink);
}

// Calls no Zend function. The caller frees the memory.
char* render(bool openmetrics, size_t& bytes) {
    Buffer text;
    serve::Exposition exposition(
        text, openmetrics ? serve::Exposition::Format::openmetrics : serve::Exposition::Format::prometheus);
    collect(exposition);
    exposition.finish();
    bytes = text.size();
    return text.detach();
}

}  // namespace

void register_tern_metrics(Classes&) { register_class_Tern_Metrics(); }

}  // namespace tern::php

using namespace tern::php;
using tern::shm::MetricKind;

ZEND_METHOD(Tern_Metrics, __construct) {}

ZEND_METHOD(Tern_Metrics, counter) {
    declare(INTERNAL_FUNCTION_PARAM_PASSTHRU, MetricKind::counter, classes.metrics_counter);
}

ZEND_METHOD(Tern_Metrics, gauge) {
    declare(INTERNAL_FUNCTION_PARAM_PASSTHRU, MetricKind::gauge, classes.metrics_gauge);
}

ZEND_METHOD(Tern_Metrics, histogram) {
    declare(INTERNAL_FUNCTION_PARAM_PASSTHRU, MetricKind::histogram, classes.metrics_histogram);
}

ZEND_METHOD(Tern_Metrics, render) {
    bool openmetrics = false;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(openmetrics)
    ZEND_PARSE_PARAMETERS_END();
    size_t bytes = 0;
    char* text = render(openmetrics, bytes);
    if (text == nullptr) RETURN_EMPTY_STRING();
    RETVAL_STRINGL(text, bytes);
    std::free(text);
}

ZEND_METHOD(Tern_Metrics, collect) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    ArraySink sink(return_value);
    collect(sink);
}
