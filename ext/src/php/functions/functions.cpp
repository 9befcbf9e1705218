#include "php/functions/functions.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netpacket/packet.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "base/cpu.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/constants/constants.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/version.h"
#include "php/process/process_object.h"
#include "php/functions/functions_arginfo.h"

namespace tern::php {

const zend_function_entry* functions() noexcept { return functions_entries; }

namespace {

// The published SWOOLE_STRERROR_* numbers.
enum class ErrorSpace : zend_long { system = 0, gai = 1, dns = 2, swoole = 9 };

const char* error_text(int number, ErrorSpace space) noexcept {
    switch (space) {
        case ErrorSpace::gai: return gai_strerror(number);
        case ErrorSpace::dns: return hstrerror(number);
        default: return describe(static_cast<Error>(number));
    }
}

struct InterfaceRow {
    char name[IF_NAMESIZE];
    char address[INET6_ADDRSTRLEN];
};

constexpr size_t kMaxInterfaces = 256;

bool write_ipv4(const ifaddrs& entry, InterfaceRow& row) noexcept {
    if (entry.ifa_addr->sa_family != AF_INET) return false;
    const auto* address = reinterpret_cast<const sockaddr_in*>(entry.ifa_addr);
    return inet_ntop(AF_INET, &address->sin_addr, row.address, sizeof row.address) != nullptr;
}

bool write_ipv6(const ifaddrs& entry, InterfaceRow& row) noexcept {
    if (entry.ifa_addr->sa_family != AF_INET6) return false;
    const auto* address = reinterpret_cast<const sockaddr_in6*>(entry.ifa_addr);
    return inet_ntop(AF_INET6, &address->sin6_addr, row.address, sizeof row.address) != nullptr;
}

bool write_mac(const ifaddrs& entry, InterfaceRow& row) noexcept {
    if (entry.ifa_addr->sa_family != AF_PACKET) return false;
    const auto* link = reinterpret_cast<const sockaddr_ll*>(entry.ifa_addr);
    if (link->sll_halen != 6) return false;
    const unsigned char* byte = link->sll_addr;
    snprintf(row.address, sizeof row.address, "%02X:%02X:%02X:%02X:%02X:%02X", byte[0], byte[1], byte[2], byte[3],
             byte[4], byte[5]);
    return true;
}

using RowWriter = bool (*)(const ifaddrs&, InterfaceRow&) noexcept;

// Calls no Zend function: the list of getifaddrs() is not on the Zend heap.
Result<size_t> collect_interfaces(RowWriter write, InterfaceRow* rows, size_t room) noexcept {
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return tern::last_error();
    size_t count = 0;
    for (const ifaddrs* entry = list; entry != nullptr && count < room; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr || (entry->ifa_flags & IFF_LOOPBACK) != 0) continue;
        if (!write(*entry, rows[count])) continue;
        snprintf(rows[count].name, sizeof rows[count].name, "%s", entry->ifa_name);
        ++count;
    }
    freeifaddrs(list);
    return count;
}

void return_interfaces(RowWriter write, zval* return_value) {
    auto* rows = static_cast<InterfaceRow*>(ecalloc(kMaxInterfaces, sizeof(InterfaceRow)));
    const Result<size_t> found = collect_interfaces(write, rows, kMaxInterfaces);
    array_init(return_value);
    if (!found) remember(found.error());
    for (size_t i = 0; found && i < found.value(); ++i) add_assoc_string(return_value, rows[i].name, rows[i].address);
    efree(rows);
}

bool ignored(int error) noexcept {
    for (uint32_t i = 0; i < TERN_G(ignored_error_count); ++i) {
        if (TERN_G(ignored_errors)[i] == error) return true;
    }
    return false;
}

bool is_log_level(zend_long level) noexcept {
    return level >= static_cast<int>(LogLevel::debug) && level < static_cast<int>(LogLevel::none);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_version) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_STRING(kApiVersion);
}

ZEND_FUNCTION(swoole_cpu_num) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(tern::usable_cpus());
}

ZEND_FUNCTION(swoole_last_error) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(number(remembered()));
}

ZEND_FUNCTION(swoole_errno) {
    const int system_error = errno;
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(system_error);
}

ZEND_FUNCTION(swoole_clear_error) {
    ZEND_PARSE_PARAMETERS_NONE();
    remember(tern::Error::ok);
    errno = 0;
}

ZEND_FUNCTION(swoole_strerror) {
    zend_long error;
    zend_long space = static_cast<zend_long>(ErrorSpace::system);
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(error)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(space)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_STRING(error_text(static_cast<int>(error), static_cast<ErrorSpace>(space)));
}

ZEND_FUNCTION(swoole_set_process_name) {
    zend_string* title;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(title)
    ZEND_PARSE_PARAMETERS_END();
    if (ZSTR_LEN(title) == 0) {
        warn_argument(1, "cannot be empty");
        RETURN_FALSE;
    }
    if (!set_process_title(title)) return failure(tern::Error::operation_not_supported, return_value);
    RETURN_TRUE;
}

ZEND_FUNCTION(swoole_get_local_ip) {
    zend_long family = AF_INET;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(family)
    ZEND_PARSE_PARAMETERS_END();
    if (family != AF_INET && family != AF_INET6) {
        warn_argument(1, "must be AF_INET or AF_INET6");
        RETURN_EMPTY_ARRAY();
    }
    return_interfaces(family == AF_INET ? write_ipv4 : write_ipv6, return_value);
}

ZEND_FUNCTION(swoole_get_local_mac) {
    ZEND_PARSE_PARAMETERS_NONE();
    return_interfaces(write_mac, return_value);
}

ZEND_FUNCTION(swoole_clear_dns_cache) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (runtime() != nullptr) runtime()->name_cache.clear();
}

ZEND_FUNCTION(swoole_error_log) {
    zend_long level;
    zend_string* message;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(level)
    Z_PARAM_STR(message)
    ZEND_PARSE_PARAMETERS_END();
    if (!is_log_level(level)) {
        zend_argument_value_error(1, "must be one of the SWOOLE_LOG_* constants below SWOOLE_LOG_NONE");
        RETURN_THROWS();
    }
    TERN_G(log)->print(static_cast<tern::LogLevel>(level), "%.*s", static_cast<int>(ZSTR_LEN(message)),
                       ZSTR_VAL(message));
}

ZEND_FUNCTION(swoole_error_log_ex) {
    zend_long level;
    zend_long error;
    zend_string* message;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(level)
    Z_PARAM_LONG(error)
    Z_PARAM_STR(message)
    ZEND_PARSE_PARAMETERS_END();
    if (!is_log_level(level)) {
        zend_argument_value_error(1, "must be one of the SWOOLE_LOG_* constants below SWOOLE_LOG_NONE");
        RETURN_THROWS();
    }
    if (ignored(static_cast<int>(error))) return;
    TERN_G(log)->print(static_cast<tern::LogLevel>(level), "%.*s (ERRNO " ZEND_LONG_FMT ")",
                       static_cast<int>(ZSTR_LEN(message)), ZSTR_VAL(message), error);
}

ZEND_FUNCTION(swoole_ignore_error) {
    zend_long error;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(error)
    ZEND_PARSE_PARAMETERS_END();
    if (ignored(static_cast<int>(error))) return;
    if (TERN_G(ignored_error_count) == std::size(TERN_G(ignored_errors))) {
        warn("at most %zu errors can be ignored", std::size(TERN_G(ignored_errors)));
        return;
    }
    TERN_G(ignored_errors)[TERN_G(ignored_error_count)++] = static_cast<int>(error);
}

ZEND_FUNCTION(swoole_hashcode) {
    zend_string* data;
    zend_long type = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(type)
    ZEND_PARSE_PARAMETERS_END();
    if (type != 0) {
        zend_argument_value_error(2, "must be 0");
        RETURN_THROWS();
    }
    RETURN_LONG(static_cast<zend_long>(zend_hash_func(ZSTR_VAL(data), ZSTR_LEN(data))));
}
