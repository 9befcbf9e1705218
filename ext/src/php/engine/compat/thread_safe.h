// PHP with thread safety (ZTS): the engine's structures of the running thread by the names that they have without.
#pragma once

#ifdef ZTS

#include <SAPI.h>
#include <cstddef>
#include <php.h>
#include <php_globals.h>
#include <php_output.h>
#include <span>
#include <zend_signal.h>
#include <zend_virtual_cwd.h>

extern "C" {
#include <ext/standard/basic_functions.h>
#include <ext/standard/file.h>
}

// Where they are: module.cpp has the variable, and the engine's macros read it.
ZEND_TSRMLS_CACHE_EXTERN()

#define compiler_globals (*TSRMG_FAST_BULK_STATIC(compiler_globals_offset, zend_compiler_globals*))
#define executor_globals (*TSRMG_FAST_BULK_STATIC(executor_globals_offset, zend_executor_globals*))
#define language_scanner_globals (*TSRMG_FAST_BULK_STATIC(language_scanner_globals_offset, zend_php_scanner_globals*))
#define core_globals (*TSRMG_FAST_BULK_STATIC(core_globals_offset, php_core_globals*))
#define sapi_globals (*TSRMG_FAST_BULK_STATIC(sapi_globals_offset, sapi_globals_struct*))
#define output_globals (*TSRMG_BULK_STATIC(output_globals_id, zend_output_globals*))
#define basic_globals (*TSRMG_BULK_STATIC(basic_globals_id, php_basic_globals*))
#define file_globals (*TSRMG_BULK_STATIC(file_globals_id, php_file_globals*))

namespace tern::php {

template <class... Globals>
constexpr size_t kBytesOf = (TSRM_ALIGNED_SIZE(sizeof(Globals)) + ...);

// The block in which the engine keeps its own structures of the thread. `undeclared`: bytes of the one that is looked
// for, which no header declares.
inline std::span<char> fast_globals(size_t undeclared) noexcept {
    struct Entry {
        void* storage;
        int count;
        THREAD_T thread;
        void* next;
    };
    constexpr size_t kDeclared =
        kBytesOf<Entry, zend_compiler_globals, zend_executor_globals, zend_php_scanner_globals,
                 zend_ini_scanner_globals, virtual_cwd_globals, php_core_globals, sapi_globals_struct>;
    return {static_cast<char*>(tsrm_get_ls_cache()), kDeclared + undeclared};
}

}  // namespace tern::php

#endif
