// The one struct of what this extension keeps per process. Filled at MINIT; the log objects live until MSHUTDOWN.
#pragma once

#include "base/log.h"
#include "php/bridge/compat.h"
#include "proc/log_file.h"

namespace tern::php {
struct Runtime;
class ServerProcess;
}  // namespace tern::php

ZEND_BEGIN_MODULE_GLOBALS(tern)
// php.ini
zend_long hook_flags;  // tern.hook_flags; -1: programs decide
bool swoole_compat;
bool use_shortname;
bool display_errors;
bool enable_coroutine;

int last_error;  // what swoole_last_error() returns
uint32_t ignored_error_count;
int ignored_errors[32];

tern::proc::LogFile* log_file;      // standard error until a server opens its log_file
tern::php::Runtime* runtime;        // null outside of workers
tern::php::ServerProcess* process;  // the started server in this process, master or worker; null before start()
tern::Log* log;                     // never null between MINIT and MSHUTDOWN

zend_class_entry* (*former_autoload)(zend_string*, zend_string*);  // what php/library stands before
ZEND_END_MODULE_GLOBALS(tern)

ZEND_EXTERN_MODULE_GLOBALS(tern)

#define TERN_G(member) ZEND_MODULE_GLOBALS_BULK(tern)->member
