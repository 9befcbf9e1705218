#include "php/server/telemetry/tracer_functions.h"

#include "php/coroutine/report/allocation_sites.h"
#include "php/coroutine/report/call_profile.h"
#include "php/engine/globals.h"
#include "php/engine/registry.h"
#include "php/server/telemetry/tracer_functions_arginfo.h"

namespace tern::php {

namespace {

bool is_on(const char* name, size_t length) { return zend_ini_long(name, length, false) != 0; }

std::string report_of(size_t least) {
    std::string report;
    for (const AllocationSites::Site& site : TERN_G(allocation_sites)->take(least)) {
        report.append(std::to_string(site.bytes)).append(" bytes in ");
        report.append(std::to_string(site.blocks)).append(" blocks are in use:\n");
        report.append(site.trace).append("\n");
    }
    return report;
}

// The bytes are the engine's from here on: a printing function may leave by longjmp.
zend_string* leak_report(size_t least) {
    const std::string report = report_of(least);
    return zend_string_init(report.data(), report.size(), false);
}

zend_string* finish_profile() {
    Buffer json;
    TERN_G(call_profile)->finish();
    TERN_G(call_profile)->write(json);
    delete TERN_G(call_profile);
    TERN_G(call_profile) = nullptr;
    return zend_string_init(json.view().data(), json.view().size(), false);
}

bool write_file(const zend_string* path, const zend_string* text) {
    php_stream* file = php_stream_open_wrapper(const_cast<char*>(ZSTR_VAL(path)), "wb", REPORT_ERRORS, nullptr);
    if (file == nullptr) return false;
    const ssize_t written = php_stream_write(file, ZSTR_VAL(text), ZSTR_LEN(text));
    return php_stream_close(file) == 0 && written == static_cast<ssize_t>(ZSTR_LEN(text));
}

}  // namespace

void register_tracer_functions() {
    register_functions(tracer_functions_entries);
    observe_calls();
}

void begin_leak_detection() {
    if (is_on(ZEND_STRL("swoole.leak_detection"))) (void)AllocationSites::watch();
}

void end_tracers() noexcept {
    delete TERN_G(call_profile);
    TERN_G(call_profile) = nullptr;
    delete TERN_G(allocation_sites);
    TERN_G(allocation_sites) = nullptr;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_tracer_leak_detect) {
    zend_long threshold = 64;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(threshold)
    ZEND_PARSE_PARAMETERS_END();
    if (threshold < 1) {
        zend_argument_value_error(1, "must be at least 1, " ZEND_LONG_FMT " given", threshold);
        RETURN_THROWS();
    }
    if (TERN_G(allocation_sites) == nullptr) return;
    zend_string* report = leak_report(static_cast<size_t>(threshold));
    php_write(ZSTR_VAL(report), ZSTR_LEN(report));
    zend_string_release(report);
}

ZEND_FUNCTION(swoole_tracer_prof_begin) {
    HashTable* options = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT_OR_NULL(options)
    ZEND_PARSE_PARAMETERS_END();
    if (TERN_G(call_profile) != nullptr || !is_on(ZEND_STRL("swoole.profile"))) RETURN_FALSE;
    zval* root = options == nullptr ? nullptr : zend_hash_str_find_deref(options, ZEND_STRL("root_path"));
    if (root != nullptr && Z_TYPE_P(root) != IS_STRING) {
        zend_argument_type_error(1, "must have a string as \"root_path\", %s given", zend_zval_type_name(root));
        RETURN_THROWS();
    }
    TERN_G(call_profile) = new CallProfile(root == nullptr ? tern::Bytes() : view(Z_STR_P(root)));
    RETURN_TRUE;
}

ZEND_FUNCTION(swoole_tracer_prof_end) {
    zend_string* path = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    if (TERN_G(call_profile) == nullptr) RETURN_FALSE;
    zend_string* json = finish_profile();
    const bool written = write_file(path, json);
    zend_string_release(json);
    RETURN_BOOL(written);
}
