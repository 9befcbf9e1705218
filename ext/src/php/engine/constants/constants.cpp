#include "php/engine/constants/constants.h"

#include <cstring>
#include <span>

#include "php/engine/constants/protocol_constants.h"
#include "php/engine/version.h"

namespace tern::php {

namespace {

// ext/sockets has these names too, with the same values.
constexpr Constant kSocketConstants[] = {
    {"AF_UNIX", 1},    {"AF_INET", 2},  {"AF_INET6", 10},          {"SOCK_STREAM", 1},
    {"SOCK_DGRAM", 2}, {"SOCK_RAW", 3}, {"SOCKET_ECANCELED", 125}, {"TCP_INFO", 11},
};

// Server modes, socket types and flags.
constexpr Constant kNetworkConstants[] = {
    {"SWOOLE_BASE", 1},
    {"SWOOLE_PROCESS", 2},
    {"SWOOLE_THREAD", 3},
    {"SWOOLE_SOCK_TCP", 1},
    {"SWOOLE_SOCK_UDP", 2},
    {"SWOOLE_SOCK_TCP6", 3},
    {"SWOOLE_SOCK_UDP6", 4},
    {"SWOOLE_SOCK_UNIX_STREAM", 5},
    {"SWOOLE_SOCK_UNIX_DGRAM", 6},
    {"SWOOLE_SOCK_RAW", 7},
    {"SWOOLE_SOCK_RAW6", 8},
    {"SWOOLE_TCP", 1},
    {"SWOOLE_UDP", 2},
    {"SWOOLE_TCP6", 3},
    {"SWOOLE_UDP6", 4},
    {"SWOOLE_UNIX_STREAM", 5},
    {"SWOOLE_UNIX_DGRAM", 6},
    {"SWOOLE_RAW", 7},
    {"SWOOLE_RAW6", 8},
    {"SWOOLE_SSL", 512},
    {"SWOOLE_ASYNC", 1024},
    {"SWOOLE_SYNC", 2048},
    {"SWOOLE_KEEP", 4096},
    {"SWOOLE_EVENT_READ", 512},
    {"SWOOLE_EVENT_WRITE", 1024},
    {"SWOOLE_IOV_MAX", 1024},
    {"SWOOLE_STRERROR_SYSTEM", 0},
    {"SWOOLE_STRERROR_GAI", 1},
    {"SWOOLE_STRERROR_DNS", 2},
    {"SWOOLE_STRERROR_SWOOLE", 9},
};

// Processes: dispatching, workers, tasks, commands, messages, locks.
constexpr Constant kProcessConstants[] = {
    {"SWOOLE_DISPATCH_ROUND", 1},
    {"SWOOLE_DISPATCH_FDMOD", 2},
    {"SWOOLE_DISPATCH_IDLE_WORKER", 3},
    {"SWOOLE_DISPATCH_IPMOD", 4},
    {"SWOOLE_DISPATCH_UIDMOD", 5},
    {"SWOOLE_DISPATCH_USERFUNC", 6},
    {"SWOOLE_DISPATCH_STREAM", 7},
    {"SWOOLE_DISPATCH_CO_CONN_LB", 8},
    {"SWOOLE_DISPATCH_CO_REQ_LB", 9},
    {"SWOOLE_DISPATCH_CONCURRENT_LB", 10},
    {"SWOOLE_DISPATCH_RESULT_DISCARD_PACKET", -1},
    {"SWOOLE_DISPATCH_RESULT_CLOSE_CONNECTION", -2},
    {"SWOOLE_DISPATCH_RESULT_USERFUNC_FALLBACK", -3},
    {"SWOOLE_WORKER_BUSY", 1},
    {"SWOOLE_WORKER_IDLE", 2},
    {"SWOOLE_WORKER_EXIT", 3},
    {"SWOOLE_TASK_TMPFILE", 1},
    {"SWOOLE_TASK_SERIALIZE", 2},
    {"SWOOLE_TASK_NONBLOCK", 4},
    {"SWOOLE_TASK_CALLBACK", 8},
    {"SWOOLE_TASK_WAITALL", 16},
    {"SWOOLE_TASK_COROUTINE", 32},
    {"SWOOLE_TASK_PEEK", 64},
    {"SWOOLE_TASK_NOREPLY", 128},
    {"SWOOLE_SERVER_COMMAND_MASTER", 2},
    {"SWOOLE_SERVER_COMMAND_REACTOR_THREAD", 4},
    {"SWOOLE_SERVER_COMMAND_EVENT_WORKER", 8},
    {"SWOOLE_SERVER_COMMAND_WORKER", 8},
    {"SWOOLE_SERVER_COMMAND_TASK_WORKER", 16},
    {"SWOOLE_SERVER_COMMAND_MANAGER", 32},
    {"SWOOLE_IPC_NONE", 0},
    {"SWOOLE_IPC_UNIXSOCK", 1},
    {"SWOOLE_IPC_UNSOCK", 1},
    {"SWOOLE_IPC_MSGQUEUE", 2},
    {"SWOOLE_IPC_PREEMPTIVE", 3},
    {"SWOOLE_IPC_SOCKET", 3},
    {"SWOOLE_RWLOCK", 1},
    {"SWOOLE_FILELOCK", 2},
    {"SWOOLE_MUTEX", 3},
    {"SWOOLE_SEM", 4},
    {"SWOOLE_SPINLOCK", 5},
    {"FILE_LOCK", 2},
    {"SWOOLE_MSGQUEUE_ORIENT", 1},
    {"SWOOLE_MSGQUEUE_BALANCE", 2},
};

// Logs and traces.
constexpr Constant kLogConstants[] = {
    {"SWOOLE_LOG_DEBUG", 0},
    {"SWOOLE_LOG_TRACE", 1},
    {"SWOOLE_LOG_INFO", 2},
    {"SWOOLE_LOG_NOTICE", 3},
    {"SWOOLE_LOG_WARNING", 4},
    {"SWOOLE_LOG_ERROR", 5},
    {"SWOOLE_LOG_NONE", 6},
    {"SWOOLE_LOG_ROTATION_SINGLE", 0},
    {"SWOOLE_LOG_ROTATION_MONTHLY", 1},
    {"SWOOLE_LOG_ROTATION_DAILY", 2},
    {"SWOOLE_LOG_ROTATION_HOURLY", 3},
    {"SWOOLE_LOG_ROTATION_EVERY_MINUTE", 4},
    {"SWOOLE_TRACE_SERVER", 1L << 1},
    {"SWOOLE_TRACE_CLIENT", 1L << 2},
    {"SWOOLE_TRACE_BUFFER", 1L << 3},
    {"SWOOLE_TRACE_CONN", 1L << 4},
    {"SWOOLE_TRACE_EVENT", 1L << 5},
    {"SWOOLE_TRACE_WORKER", 1L << 6},
    {"SWOOLE_TRACE_MEMORY", 1L << 7},
    {"SWOOLE_TRACE_REACTOR", 1L << 8},
    {"SWOOLE_TRACE_PHP", 1L << 9},
    {"SWOOLE_TRACE_HTTP", 1L << 10},
    {"SWOOLE_TRACE_HTTP2", 1L << 11},
    {"SWOOLE_TRACE_EOF_PROTOCOL", 1L << 12},
    {"SWOOLE_TRACE_LENGTH_PROTOCOL", 1L << 13},
    {"SWOOLE_TRACE_CLOSE", 1L << 14},
    {"SWOOLE_TRACE_WEBSOCKET", 1L << 15},
    {"SWOOLE_TRACE_REDIS_CLIENT", 1L << 16},
    {"SWOOLE_TRACE_MYSQL_CLIENT", 1L << 17},
    {"SWOOLE_TRACE_HTTP_CLIENT", 1L << 18},
    {"SWOOLE_TRACE_AIO", 1L << 19},
    {"SWOOLE_TRACE_SSL", 1L << 20},
    {"SWOOLE_TRACE_NORMAL", 1L << 21},
    {"SWOOLE_TRACE_CHANNEL", 1L << 22},
    {"SWOOLE_TRACE_TIMER", 1L << 23},
    {"SWOOLE_TRACE_SOCKET", 1L << 24},
    {"SWOOLE_TRACE_COROUTINE", 1L << 25},
    {"SWOOLE_TRACE_CONTEXT", 1L << 26},
    {"SWOOLE_TRACE_CO_HTTP_SERVER", 1L << 27},
    {"SWOOLE_TRACE_TABLE", 1L << 28},
    {"SWOOLE_TRACE_CO_CURL", 1L << 29},
    {"SWOOLE_TRACE_CARES", 1L << 30},
    {"SWOOLE_TRACE_ZLIB", 1L << 31},
    {"SWOOLE_TRACE_CO_PGSQL", 1L << 32},
    {"SWOOLE_TRACE_CO_ODBC", 1L << 33},
    {"SWOOLE_TRACE_CO_ORACLE", 1L << 34},
    {"SWOOLE_TRACE_CO_SQLITE", 1L << 35},
    {"SWOOLE_TRACE_CO_FIREBIRD", 1L << 36},
    {"SWOOLE_TRACE_CO_SSH2", 1L << 37},
    {"SWOOLE_TRACE_THREAD", 1L << 40},
    {"SWOOLE_TRACE_ALL", ZEND_LONG_MAX},
};

// Errors of Swoole\Coroutine\MySQL that do not come from a server.
constexpr Constant kMysqlConstants[] = {
    {"SWOOLE_MYSQLND_CR_UNKNOWN_ERROR", 2000},        {"SWOOLE_MYSQLND_CR_CONNECTION_ERROR", 2002},
    {"SWOOLE_MYSQLND_CR_SERVER_GONE_ERROR", 2006},    {"SWOOLE_MYSQLND_CR_OUT_OF_MEMORY", 2008},
    {"SWOOLE_MYSQLND_CR_SERVER_LOST", 2013},          {"SWOOLE_MYSQLND_CR_COMMANDS_OUT_OF_SYNC", 2014},
    {"SWOOLE_MYSQLND_CR_CANT_FIND_CHARSET", 2019},    {"SWOOLE_MYSQLND_CR_MALFORMED_PACKET", 2027},
    {"SWOOLE_MYSQLND_CR_NO_PREPARE_STMT", 2030},      {"SWOOLE_MYSQLND_CR_PARAMS_NOT_BOUND", 2031},
    {"SWOOLE_MYSQLND_CR_INVALID_PARAMETER_NO", 2034}, {"SWOOLE_MYSQLND_CR_INVALID_BUFFER_USE", 2035},
    {"SWOOLE_MYSQLND_CR_NOT_IMPLEMENTED", 2054},
};

// Modes, types and errors of Swoole\Coroutine\Redis and PostgreSQL.
constexpr Constant kClientConstants[] = {
    {"SWOOLE_REDIS_MODE_MULTI", 0},
    {"SWOOLE_REDIS_MODE_PIPELINE", 1},
    {"SWOOLE_REDIS_TYPE_NOT_FOUND", 0},
    {"SWOOLE_REDIS_TYPE_STRING", 1},
    {"SWOOLE_REDIS_TYPE_SET", 2},
    {"SWOOLE_REDIS_TYPE_LIST", 3},
    {"SWOOLE_REDIS_TYPE_ZSET", 4},
    {"SWOOLE_REDIS_TYPE_HASH", 5},
    {"SWOOLE_REDIS_ERR_IO", 1},
    {"SWOOLE_REDIS_ERR_OTHER", 2},
    {"SWOOLE_REDIS_ERR_EOF", 3},
    {"SWOOLE_REDIS_ERR_PROTOCOL", 4},
    {"SWOOLE_REDIS_ERR_OOM", 5},
    {"SWOOLE_REDIS_ERR_CLOSED", 6},
    {"SWOOLE_REDIS_ERR_NOAUTH", 7},
    {"SWOOLE_REDIS_ERR_ALLOC", 8},
    {"SW_PGSQL_ASSOC", 1},
    {"SW_PGSQL_NUM", 2},
    {"SW_PGSQL_BOTH", 3},
};

// Coroutines, timers and hooks.
constexpr Constant kCoroutineConstants[] = {
    {"SWOOLE_DEFAULT_MAX_CORO_NUM", 100000},
    {"SWOOLE_CORO_MAX_NUM_LIMIT", ZEND_LONG_MAX},
    {"SWOOLE_CORO_INIT", 0},
    {"SWOOLE_CORO_WAITING", 1},
    {"SWOOLE_CORO_RUNNING", 2},
    {"SWOOLE_CORO_END", 3},
    {"SWOOLE_EXIT_IN_COROUTINE", 2},
    {"SWOOLE_EXIT_IN_SERVER", 4},
    {"SWOOLE_CHANNEL_OK", 0},
    {"SWOOLE_CHANNEL_TIMEOUT", -1},
    {"SWOOLE_CHANNEL_CLOSED", -2},
    {"SWOOLE_CHANNEL_CANCELED", -3},
    {"SWOOLE_TIMER_MIN_MS", 1},
    {"SWOOLE_TIMER_MAX_MS", ZEND_LONG_MAX},
    {"SWOOLE_HOOK_TCP", 1L << 1},
    {"SWOOLE_HOOK_UDP", 1L << 2},
    {"SWOOLE_HOOK_UNIX", 1L << 3},
    {"SWOOLE_HOOK_UDG", 1L << 4},
    {"SWOOLE_HOOK_SSL", 1L << 5},
    {"SWOOLE_HOOK_TLS", 1L << 6},
    {"SWOOLE_HOOK_STREAM_FUNCTION", 1L << 7},
    {"SWOOLE_HOOK_STREAM_SELECT", 1L << 7},
    {"SWOOLE_HOOK_FILE", 1L << 8},
    {"SWOOLE_HOOK_SLEEP", 1L << 9},
    {"SWOOLE_HOOK_PROC", 1L << 10},
    {"SWOOLE_HOOK_CURL", 1L << 11},
    {"SWOOLE_HOOK_NATIVE_CURL", 1L << 12},
    {"SWOOLE_HOOK_BLOCKING_FUNCTION", 1L << 13},
    {"SWOOLE_HOOK_SOCKETS", 1L << 14},
    {"SWOOLE_HOOK_STDIO", 1L << 15},
    {"SWOOLE_HOOK_PDO_PGSQL", 1L << 16},
    {"SWOOLE_HOOK_PDO_ODBC", 1L << 17},
    {"SWOOLE_HOOK_PDO_ORACLE", 1L << 18},
    {"SWOOLE_HOOK_PDO_SQLITE", 1L << 19},
    {"SWOOLE_HOOK_PDO_FIREBIRD", 1L << 20},
    {"SWOOLE_HOOK_NET_FUNCTION", 1L << 21},
    {"SWOOLE_HOOK_MONGODB", 1L << 22},
    {"SWOOLE_HOOK_ALL", 0x7fffffff ^ (1 << 11) ^ (1 << 22)},
};

void register_long(const Constant& row, int module_number) {
    zend_register_long_constant(row.name, std::strlen(row.name), row.value, CONST_PERSISTENT, module_number);
}

void register_all(std::span<const Constant> table, int module_number) {
    for (const Constant& row : table) register_long(row, module_number);
}

// For names that another extension may have, with the same values.
void register_missing(std::span<const Constant> table, int module_number) {
    for (const Constant& row : table) {
        if (zend_get_constant_str(row.name, std::strlen(row.name)) == nullptr) register_long(row, module_number);
    }
}

void register_version(int module_number) {
    zend_register_string_constant(ZEND_STRL("SWOOLE_VERSION"), kApiVersion, CONST_PERSISTENT, module_number);
    zend_register_string_constant(ZEND_STRL("SWOOLE_EXTRA_VERSION"), "", CONST_PERSISTENT, module_number);
    register_long({"SWOOLE_VERSION_ID", kApiVersionId}, module_number);
    register_long({"SWOOLE_MAJOR_VERSION", kApiVersionId / 10000}, module_number);
    register_long({"SWOOLE_MINOR_VERSION", kApiVersionId / 100 % 100}, module_number);
    register_long({"SWOOLE_RELEASE_VERSION", kApiVersionId % 100}, module_number);
    zend_register_bool_constant(ZEND_STRL("SWOOLE_DEBUG"), false, CONST_PERSISTENT, module_number);
}

// What the extension was built with: every build has all of it.
void register_features(int module_number) {
    for (const char* name :
         {"SWOOLE_HAVE_COMPRESSION", "SWOOLE_HAVE_ZLIB", "SWOOLE_HAVE_BROTLI", "SWOOLE_USE_HTTP2", "SWOOLE_LIBRARY"}) {
        zend_register_bool_constant(name, std::strlen(name), true, CONST_PERSISTENT, module_number);
    }
}

}  // namespace

void register_constants(int module_number, bool with_short_names) {
    register_version(module_number);
    register_features(module_number);
    register_all(kNetworkConstants, module_number);
    register_all(kProcessConstants, module_number);
    register_all(kLogConstants, module_number);
    register_all(kMysqlConstants, module_number);
    register_all(kCoroutineConstants, module_number);
    register_all(kTlsConstants, module_number);
    register_all(kHttpConstants, module_number);
    register_all(kWebSocketConstants, module_number);
    register_missing(kSocketConstants, module_number);
    register_missing(kSignalConstants, module_number);
    register_all(kClientConstants, module_number);
    zend_register_bool_constant(ZEND_STRL("SWOOLE_SOCK_SYNC"), false, CONST_PERSISTENT, module_number);
    zend_register_bool_constant(ZEND_STRL("SWOOLE_SOCK_ASYNC"), true, CONST_PERSISTENT, module_number);
    zend_register_bool_constant(ZEND_STRL("SWOOLE_USE_SHORTNAME"), with_short_names, CONST_PERSISTENT, module_number);
    zend_register_double_constant(ZEND_STRL("SWOOLE_TIMER_MIN_SEC"), 0.001, CONST_PERSISTENT, module_number);
    zend_register_double_constant(ZEND_STRL("SWOOLE_TIMER_MAX_SEC"), static_cast<double>(ZEND_LONG_MAX) / 1000,
                                  CONST_PERSISTENT, module_number);
}

void register_tern_constants(int module_number) {
    zend_register_string_constant(ZEND_STRL("TERN_VERSION"), kTernVersion, CONST_PERSISTENT, module_number);
}

}  // namespace tern::php
