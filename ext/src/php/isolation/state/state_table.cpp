#include "php/isolation/state/state_table.h"

#include "php/engine/compat/engine.h"

extern "C" {
#include <ext/date/php_date.h>
}

namespace tern::php {

namespace {

constexpr SharedModule kModules[] = {
    {"apcu", "its memory serves all requests"},
    {"json", "a coroutine has its own"},
    {"mysqlnd", "statistics and settings of the process"},
    {"newrelic", "it measures the process"},
    {"pcntl", "signals reach the process"},
    {"pcre", "its cache of compiled patterns serves all requests; a coroutine has its own last error"},
    {"swoole", "coroutines and servers of the process"},
    {"tern", "coroutines and servers of the process"},
    {"xdebug", "it debugs the process"},
    {"zend opcache", "its memory serves all requests"},
};

constexpr SharedField kFields[] = {
    {"date", offsetof(zend_date_globals, tzcache), sizeof(HashTable*), "tzcache", "its cache of time zones",
     "objects of several contexts may refer to its time zones"},
};

// Of libxml2: who is told of errors, the last one, and what opens files.
constexpr size_t kLastErrorBytes = 88;
constexpr LibraryVariable kLibraryVariables[] = {
    {"__xmlGenericError", sizeof(void*)},
    {"__xmlGenericErrorContext", sizeof(void*)},
    {"__xmlLastError", kLastErrorBytes},
    {"__xmlOutputBufferCreateFilenameValue", sizeof(void*)},
    {"__xmlParserInputBufferCreateFilenameValue", sizeof(void*)},
    {"__xmlStructuredError", sizeof(void*)},
    {"__xmlStructuredErrorContext", sizeof(void*)},
};

constexpr LastError kLastErrors[] = {{"openssl", true}, {"posix", false}, {"sockets", false}};

}  // namespace

std::span<const LibraryVariable> library_variables() noexcept { return kLibraryVariables; }
std::span<const SharedModule> shared_modules() noexcept { return kModules; }
std::span<const SharedField> shared_fields() noexcept { return kFields; }

const LastError* find_last_error(Bytes module) noexcept {
    for (const LastError& one : kLastErrors) {
        if (module == one.module) return &one;
    }
    return nullptr;
}

const SharedModule* find_shared_module(Bytes name) noexcept {
    for (const SharedModule& one : kModules) {
        if (name == one.name) return &one;
    }
    return nullptr;
}

}  // namespace tern::php
