// The state of this extension in one process. MINIT fills it in; the log objects exist until MSHUTDOWN.
#pragma once

#include "base/log.h"
#include "php/engine/compat/engine.h"
#include "proc/log_file.h"
#include "protocol/http/mime.h"

namespace tern::php {
struct Coroutines;
struct CoroutineOptions;
struct Runtime;
class ServerLink;
class MasterRuntime;
class SignalOwner;
class TlsContexts;
class CallProfile;
class Context;
struct Contexts;
class AllocationSites;
class DatabasePool;
class QueryFlights;
class QueryObserver;
}  // namespace tern::php

namespace tern::php {
// A coroutine that used up its C stack, between the signal and the report.
struct Overflow {
    bool happened;
    uint32_t line;
    zend_string* file;  // of the running PHP code; null: none
};
// Of a page that has ended.
struct PageFigures {
    int64_t most_bytes;
    int64_t computed_ms;
};
}  // namespace tern::php

ZEND_BEGIN_MODULE_GLOBALS(tern)
// php.ini
zend_long hook_flags;     // tern.hook_flags; -1: programs decide
zend_long thread_memory;  // tern.thread_memory, in bytes
zend_long cache_size;     // tern.cache_size, in bytes; 0: the server has no cache
bool swoole_compat;
bool openswoole;
char* sapi_name;  // what php_sapi_name() returns; "": PHP's own
bool use_shortname;
bool display_errors;
bool enable_coroutine;

bool is_first_thread;  // of PHP, which has started the module
tern::php::Overflow overflow;
tern::php::PageFigures page_figures;  // of the one that has ended last
zval error_handler_at_work;           // see engine/state/error_handling.cpp; a reference
int error_handler_depth;
zval error_handler;  // as the program has set it, also while the engine has it unset as it runs; a reference
uint32_t forks;      // number of forks since the first process: see coroutine/program/forked
tern::php::Runtime* parents_runtime;  // in a forked process: the runtime of its parent
zend_long last_process;               // number of the last Swoole\Process
zval thread_arguments;                // of Thread::getArguments(): an array, or IS_UNDEF
bool took_thread_arguments;           // by Thread::getArguments(), with their descriptors
bool is_server_thread;                // this process stands for a thread of a server (SWOOLE_THREAD)
void (*end_fork)();  // ends a forked process at the end of the code that forked it: set by coroutine/program/forked
zend_fiber_context* forked_on;  // the fiber that a forked process runs on; null: the main one
int last_error;                 // the value of swoole_last_error()
uint32_t ignored_error_count;
int ignored_errors[32];
zend_resource* default_directory;   // of readdir() without an argument, with a reference; null: none
HashTable* options_without_effect;  // that programs have set: why, by name; null: none

tern::proc::LogFile* log_file;                   // standard error until a server opens its log_file
tern::php::CoroutineOptions* coroutine_options;  // never null between MINIT and MSHUTDOWN
tern::http::MediaTypes* media_types;             // null until they are needed
tern::php::TlsContexts* tls_contexts;            // of sockets; null until one needs them
tern::php::CallProfile* call_profile;            // null: none is recorded
tern::php::AllocationSites* allocation_sites;    // null: they are not counted
tern::php::Contexts* contexts;                   // between the start and the end of a request of PHP
tern::php::Context* context;                     // that code runs in; null: it runs outside of contexts
tern::php::DatabasePool* database_pool;          // of a worker with db_connections; null: there is none
tern::php::DatabasePool* redis_pool;             // of a worker with redis_connections; null: there is none
tern::php::QueryFlights* query_flights;          // of a worker with db_shared_queries; null: there is none
tern::php::QueryObserver* query_observer;        // of a worker with db_queries; null: there is none
tern::php::Coroutines* coroutines;               // of the process's Runtime; null before that is used
tern::php::MasterRuntime* master_runtime;        // null outside of the masters of servers and pools
tern::php::ServerLink* process;  // the started server in this process, master or worker; null before start()
tern::php::SignalOwner* pool;    // the started Process\Pool, in its master and its workers; null: there is none
tern::Log* log;                  // never null between MINIT and MSHUTDOWN
ZEND_END_MODULE_GLOBALS(tern)

ZEND_EXTERN_MODULE_GLOBALS(tern)

#define TERN_G(member) ZEND_MODULE_GLOBALS_BULK(tern)->member

namespace tern::php {

// With thread safety, a program that has PHP in it (or another extension) may run PHP in more threads. Tern has no part
// in those.
inline bool in_other_thread() noexcept { return kThreadSafe && !TERN_G(is_first_thread); }

}  // namespace tern::php
