// Functions for Tern\Tracing, about the trace of the running coroutine.
#include <cstring>

#include "base/clock.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/compat/engine.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/trace_scope.h"
#include "php/engine/registry.h"
#include "php/server/telemetry/tracing_functions_arginfo.h"

namespace tern::php {

namespace {

// The value of trace_begin(), as bytes.
struct OpenSpan {
    http::SpanId own;
    http::SpanId before;  // none: it began the trace
    int64_t began_ns;
};

template <size_t Size>
void add_hex(zval* list, const std::array<uint8_t, Size>& id) {
    char text[Size * 2];
    http::write_hex(text, id.data(), Size);
    add_next_index_stringl(list, text, sizeof text);
}

void add_attribute(serve::SpanWriter& writer, Bytes key, const zval& value) {
    switch (Z_TYPE(value)) {
        case IS_FALSE:
        case IS_TRUE: writer.attribute(key, Z_TYPE(value) == IS_TRUE); break;
        case IS_LONG: writer.attribute(key, int64_t{Z_LVAL(value)}); break;
        case IS_DOUBLE: writer.attribute(key, Z_DVAL(value)); break;
        case IS_STRING: writer.attribute(key, view(Z_STR(value))); break;
        default: break;
    }
}

struct Ending {
    zend_string* name;
    HashTable* attributes;
    zend_string* error;  // null: there was no error
    zend_string* message;
};

void record(TraceScope& scope, const OpenSpan& span, const Ending& ending) {
    serve::Tracer& tracer = scope.trace().tracer();
    serve::SpanHead head;
    head.span_id = span.own;
    head.parent_id = span.before;
    head.name = view(ending.name);
    head.begin_ns = span.began_ns;
    head.end_ns = read_clock_ns(CLOCK_MONOTONIC);
    serve::SpanWriter& writer = tracer.start(scope.trace(), head);
    zend_string* key = nullptr;
    zval* value = nullptr;
    ZEND_HASH_FOREACH_STR_KEY_VAL(ending.attributes, key, value) {
        ZVAL_DEREF(value);
        if (key != nullptr) add_attribute(writer, view(key), *value);
    }
    ZEND_HASH_FOREACH_END();
    if (ending.error != nullptr) {
        writer.attribute("error.type", view(ending.error));
        writer.error(view(ending.message));
    }
    tracer.finish();
}

// Null: this process does not trace.
serve::Tracer* tracer() noexcept { return runtime() == nullptr ? nullptr : runtime()->tracer; }

}  // namespace

void register_tracing_functions() { register_functions(tracing_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_trace_current) {
    ZEND_PARSE_PARAMETERS_NONE();
    TraceScope* scope = tracer() == nullptr ? nullptr : current_trace(*runtime());
    if (scope == nullptr) RETURN_NULL();
    array_init_size(return_value, 4);
    add_hex(return_value, scope->trace().id());
    add_hex(return_value, scope->current());
    add_next_index_bool(return_value, scope->trace().sampled());
    add_next_index_stringl(return_value, scope->trace().state().data(), scope->trace().state().size());
}

ZEND_FUNCTION(Tern_Internal_trace_begin) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (tracer() == nullptr) RETURN_NULL();
    TraceScope* scope = current_trace(*runtime());
    OpenSpan span{};
    span.began_ns = tern::read_clock_ns(CLOCK_MONOTONIC);
    if (scope == nullptr) {
        tern::serve::Trace* trace = tracer()->begin_trace();
        span.own = trace->root_span();
        set_trace(*runtime(), new TraceScope(*trace, span.own));
    } else if (scope->trace().sampled()) {
        span.own = tracer()->new_span_id();
        span.before = scope->enter(span.own);
    } else {
        RETURN_NULL();
    }
    RETURN_STRINGL(reinterpret_cast<const char*>(&span), sizeof span);
}

ZEND_FUNCTION(Tern_Internal_trace_end) {
    zend_string* token;
    Ending ending{};
    ZEND_PARSE_PARAMETERS_START(5, 5)
    Z_PARAM_STR(token)
    Z_PARAM_STR(ending.name)
    Z_PARAM_ARRAY_HT(ending.attributes)
    Z_PARAM_STR_OR_NULL(ending.error)
    Z_PARAM_STR(ending.message)
    ZEND_PARSE_PARAMETERS_END();
    TraceScope* scope = tracer() == nullptr ? nullptr : current_trace(*runtime());
    OpenSpan span;
    if (scope == nullptr || ZSTR_LEN(token) != sizeof span) return;
    std::memcpy(&span, ZSTR_VAL(token), sizeof span);
    (void)scope->enter(span.before);
    if (scope->trace().sampled()) record(*scope, span, ending);
    if (span.before == tern::http::kNoSpan) set_trace(*runtime(), nullptr);
}
