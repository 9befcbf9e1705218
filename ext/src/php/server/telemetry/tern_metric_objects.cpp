#include <cmath>

#include "php/engine/globals.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/server/telemetry/server_metrics.h"
#include "php/server/telemetry/tern_metric_objects_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_metric(zend_class_entry* entry) { return create_object<MetricObject>(entry); }

// The values of the labels, encoded for shm::Metrics.
struct Key {
    static constexpr size_t kMostValueBytes = 1000;
    char bytes[kMostValueBytes + shm::Metrics::kMostLabels * shm::Metrics::kValueHead];
    char* end;

    Bytes view() const noexcept { return Bytes(bytes, static_cast<size_t>(end - bytes)); }
};

// False after an exception.
bool append_value(Key& key, size_t& left, const zval* value, Bytes name) {
    char digits[MAX_LENGTH_OF_LONG + 1];
    Bytes text;
    if (Z_TYPE_P(value) == IS_STRING) {
        text = view(Z_STR_P(value));
    } else if (Z_TYPE_P(value) == IS_LONG) {
        const char* begin = zend_print_long_to_buf(digits + sizeof digits - 1, Z_LVAL_P(value));
        text = Bytes(begin, static_cast<size_t>(digits + sizeof digits - 1 - begin));
    } else {
        zend_type_error("The value of label \"%.*s\" must be of type string|int, %s given",
                        static_cast<int>(name.size()), name.data(), zend_zval_type_name(value));
        return false;
    }
    if (text.size() > left) {
        zend_value_error("The values of labels must have at most %zu bytes together", Key::kMostValueBytes);
        return false;
    }
    left -= text.size();
    char* const begin = key.end + shm::Metrics::kValueHead;
    shm::Metrics::append_value(key.end, text);
    serve::make_label_text(begin, text.size());
    return true;
}

const zval* value_of(HashTable* values, uint32_t index, bool listed, Bytes name) {
    zval* value = listed ? zend_hash_index_find(values, index) : zend_hash_str_find(values, name.data(), name.size());
    if (value != nullptr) ZVAL_DEREF(value);
    return value;
}

// False after an exception.
bool build_key(const shm::Metrics& all, const shm::MetricFamily& family, HashTable* values, Key& key) {
    const std::span<const shm::MetricText> names = all.labels(family);
    key.end = key.bytes;
    size_t left = Key::kMostValueBytes;
    bool complete = values != nullptr && zend_hash_num_elements(values) == names.size();
    const bool listed = complete && !names.empty() && zend_hash_index_exists(values, 0);
    for (uint32_t i = 0; complete && i < names.size(); ++i) {
        const Bytes name = all.text(names[i]);
        const zval* value = value_of(values, i, listed, name);
        complete = value != nullptr;
        if (complete && !append_value(key, left, value, name)) return false;
    }
    if (complete) return true;
    const Bytes name = all.text(family.name);
    zend_value_error("Metric \"%.*s\" has %zu labels: their values must be given, in order or by name",
                     static_cast<int>(name.size()), name.data(), names.size());
    return false;
}

// Warns at the first lost series of all processes.
void warn_of_lost_series(const shm::Metrics& all, const shm::MetricFamily& family) {
    if (all.lost() != 1) return;
    const Bytes name = all.text(family.name);
    TERN_G(log)->print(
        LogLevel::warning,
        "metrics: there is no room for another series, as of \"%.*s\", beside %u others: updates are lost",
        static_cast<int>(name.size()), name.data(), all.series_count());
}

// Null: an exception, or there is no room.
shm::MetricSeries* series_of(const zval* object, HashTable* values) {
    MetricObject* self = of<MetricObject>(object);
    if (EXPECTED(self->only != nullptr) && (values == nullptr || zend_hash_num_elements(values) == 0))
        return self->only;
    shm::Metrics& all = *user_metrics();
    Key key;
    key.end = key.bytes;
    if ((values != nullptr || self->family->label_count > 0) && !build_key(all, *self->family, values, key)) {
        return nullptr;
    }
    shm::MetricSeries* series = all.series(*self->family, key.view());
    if (series == nullptr) warn_of_lost_series(all, *self->family);
    if (self->family->label_count == 0) self->only = series;
    return series;
}

void add(zval* object, double value, HashTable* labels) {
    shm::MetricSeries* series = series_of(object, labels);
    if (series != nullptr) shm::Metrics::add(series->cells()[0], value);
}

double read(zval* object, HashTable* labels) {
    const MetricObject* self = of<MetricObject>(object);
    Key key;
    key.end = key.bytes;
    const bool wanted = labels != nullptr || self->family->label_count > 0;
    if (wanted && !build_key(*user_metrics(), *self->family, labels, key)) return 0;
    const shm::MetricSeries* series = user_metrics()->find(*self->family, key.view());
    return series == nullptr ? 0 : shm::Metrics::read(series->cells()[0]);
}

// Parses a number and labels. False after an exception.
bool parse_value(zend_execute_data* execute_data, double& value, HashTable*& labels) {
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_DOUBLE(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(labels)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

// The same, where both may be omitted.
bool parse_step(zend_execute_data* execute_data, double& value, HashTable*& labels) {
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(value)
    Z_PARAM_ARRAY_HT(labels)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

void return_value_of(INTERNAL_FUNCTION_PARAMETERS) {
    HashTable* labels = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(labels)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_DOUBLE(read(ZEND_THIS, labels));
}

}  // namespace

void register_tern_metric_objects(Classes& into) {
    into.metrics_counter = register_class_Tern_Metrics_Counter();
    into.metrics_gauge = register_class_Tern_Metrics_Gauge();
    into.metrics_histogram = register_class_Tern_Metrics_Histogram();
    for (zend_class_entry* entry : {into.metrics_counter, into.metrics_gauge, into.metrics_histogram}) {
        entry->create_object = create_metric;
    }
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Metrics_Counter, __construct) {}
ZEND_METHOD(Tern_Metrics_Gauge, __construct) {}
ZEND_METHOD(Tern_Metrics_Histogram, __construct) {}

ZEND_METHOD(Tern_Metrics_Counter, inc) {
    double value = 1;
    HashTable* labels = nullptr;
    if (!parse_step(execute_data, value, labels)) RETURN_THROWS();
    if (UNEXPECTED(!std::isfinite(value) || value < 0)) {
        zend_argument_value_error(1, "must be 0 or more, and finite, %g given", value);
        RETURN_THROWS();
    }
    add(ZEND_THIS, value, labels);
}

ZEND_METHOD(Tern_Metrics_Counter, get) { return_value_of(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Tern_Metrics_Gauge, set) {
    double value = 0;
    HashTable* labels = nullptr;
    if (!parse_value(execute_data, value, labels)) RETURN_THROWS();
    tern::shm::MetricSeries* series = series_of(ZEND_THIS, labels);
    if (series != nullptr) tern::shm::Metrics::write(series->cells()[0], value);
}

ZEND_METHOD(Tern_Metrics_Gauge, inc) {
    double value = 1;
    HashTable* labels = nullptr;
    if (!parse_step(execute_data, value, labels)) RETURN_THROWS();
    add(ZEND_THIS, value, labels);
}

ZEND_METHOD(Tern_Metrics_Gauge, dec) {
    double value = 1;
    HashTable* labels = nullptr;
    if (!parse_step(execute_data, value, labels)) RETURN_THROWS();
    add(ZEND_THIS, -value, labels);
}

ZEND_METHOD(Tern_Metrics_Gauge, get) { return_value_of(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(Tern_Metrics_Histogram, observe) {
    double value = 0;
    HashTable* labels = nullptr;
    if (!parse_value(execute_data, value, labels)) RETURN_THROWS();
    if (UNEXPECTED(std::isnan(value))) {
        zend_argument_value_error(1, "must not be NAN");
        RETURN_THROWS();
    }
    tern::shm::MetricSeries* series = series_of(ZEND_THIS, labels);
    if (series != nullptr) user_metrics()->observe(*of<MetricObject>(ZEND_THIS)->family, *series, value);
}
