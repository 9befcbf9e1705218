// Calls in the middle of which no coroutine leaves: what they keep for the process while they run code of the program
// has no address that is known, or a library keeps it. A wait within them blocks, as in PHP.
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"

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

void call_undivided(const char*, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    zend_fiber_switch_block();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_fiber_switch_unblock();
}

}  // namespace

void take_over_undivided_calls() noexcept { ReplacedFunctions<kNames, call_undivided>::take_over(); }

}  // namespace tern::php
