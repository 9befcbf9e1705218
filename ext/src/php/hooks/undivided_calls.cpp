#include "php/hooks/undivided_calls.h"

#include <iterator>

#include "base/check.h"
#include "php/hooks/internal_function.h"

namespace tern::php {

namespace {

constexpr const char* kNames[] = {
    "array_multisort",                  // its comparisons: __toString()
    "highlight_file",                   // the state of PHP's scanner: output callbacks
    "highlight_string",                 //
    "mb_ereg_replace_callback",         // compiled patterns that others replace
    "parse_ini_file",                   // the state of the scanner of ini files: error handlers
    "parse_ini_string",                 //
    "php_strip_whitespace",             // as highlight_file()
    "phptoken::tokenize",               // as token_get_all()
    "show_source",                      // as highlight_file()
    "token_get_all",                    // the state of PHP's scanner: error handlers
    "xsltprocessor::importstylesheet",  // libxml's settings for parsers: stylesheets that it includes
};

struct Taken {
    const zend_string* name;
    zif_handler engines;
};

Taken taken[std::size(kNames)];

ZEND_NAMED_FUNCTION(call_undivided) {
    const zend_string* name = EX(func)->common.function_name;
    size_t at = 0;
    while (at < std::size(kNames) && taken[at].name != name) ++at;
    TERN_CHECK(at < std::size(kNames));
    zend_fiber_switch_block();
    taken[at].engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_fiber_switch_unblock();
}

}  // namespace

void take_over_undivided_calls() noexcept {
    for (size_t i = 0; i < std::size(kNames); ++i) {
        zend_internal_function* function = internal_function(kNames[i]);
        if (function == nullptr || taken[i].name != nullptr) continue;
        taken[i] = {function->function_name, function->handler};
        function->handler = call_undivided;
    }
}

}  // namespace tern::php
