// PHP with thread safety (ZTS): the engine's structures of the running thread by the names that they have without.
#pragma once

#include <php.h>
#include <php_globals.h>
#include <php_output.h>

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
