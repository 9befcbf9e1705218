// Coroutine\System: host names.
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>

#include "boundary/names.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/options/coroutine_options.h"

namespace tern::php {

namespace {

struct Question {
    zend_string* name;
    zend_string* service = nullptr;
    zend_long family = AF_INET;
    zend_long socket_type = SOCK_STREAM;
    zend_long protocol = IPPROTO_TCP;
    double timeout = -1;
    uint32_t family_argument = 2;  // its position among the parameters
    Error overdue = Error::dns_resolve_timed_out;
};

struct Answer {
    boundary::HostAddress* addresses;  // of malloc()
    size_t count;
    Error error;
};

// Calls no Zend function: the result is not on the Zend heap. Suspends.
Answer look_up(Runtime& runtime, const Question& question, coro::Deadline until) noexcept {
    boundary::NameQuery query;
    query.name.assign(view(question.name));
    if (question.service != nullptr) query.service.assign(view(question.service));
    query.family = static_cast<int>(question.family);
    query.socket_type = static_cast<int>(question.socket_type);
    query.protocol = static_cast<int>(question.protocol);
    query.server = boundary::name_server(TERN_G(coroutine_options)->dns_server);
    auto found = boundary::resolve(runtime.scheduler, runtime.offload, runtime.name_cache, std::move(query), until);
    if (!found.ok()) return {nullptr, 0, found.error()};
    const size_t count = found.value().size();
    auto* copy = static_cast<boundary::HostAddress*>(std::malloc(count * sizeof(boundary::HostAddress)));
    if (copy == nullptr) return {nullptr, 0, Error::no_memory};
    std::memcpy(copy, found.value().data(), count * sizeof *copy);
    return {copy, count, Error::ok};
}

// False: an exception was thrown, or `return_value` is false.
bool resolve(const Question& question, Answer* answer, zval* return_value) {
    if (ZSTR_LEN(question.name) == 0) {
        warn_argument(1, "cannot be empty");
        RETVAL_FALSE;
        return false;
    }
    if (question.family != AF_INET && question.family != AF_INET6) {
        warn_argument(question.family_argument, "must be AF_INET or AF_INET6");
        RETVAL_FALSE;
        return false;
    }
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) return false;
    *answer = look_up(*runtime, question, deadline_in(question.timeout));
    if (answer->error == Error::ok) return true;
    if (answer->error == Error::dns_resolve_timed_out) answer->error = question.overdue;
    fail_wait(*runtime, answer->error, return_value);
    return false;
}

void return_first(const Question& question, zval* return_value) {
    Answer answer{};
    if (!resolve(question, &answer, return_value)) return;
    RETVAL_STRING(answer.addresses[0].text);
    std::free(answer.addresses);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_System, gethostbyname) {
    Question question{};
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_PATH_STR(question.name)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(question.family)
    Z_PARAM_DOUBLE(question.timeout)
    ZEND_PARSE_PARAMETERS_END();
    return_first(question, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, dnsLookup) {
    Question question{};
    question.timeout = 60;
    question.family_argument = 3;
    question.overdue = tern::Error::dns_resolve_failed;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_PATH_STR(question.name)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(question.timeout)
    Z_PARAM_LONG(question.family)
    ZEND_PARSE_PARAMETERS_END();
    return_first(question, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, getaddrinfo) {
    Question question{};
    question.overdue = tern::Error::coroutine_timed_out;
    ZEND_PARSE_PARAMETERS_START(1, 6)
    Z_PARAM_PATH_STR(question.name)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(question.family)
    Z_PARAM_LONG(question.socket_type)
    Z_PARAM_LONG(question.protocol)
    Z_PARAM_PATH_STR_OR_NULL(question.service)
    Z_PARAM_DOUBLE(question.timeout)
    ZEND_PARSE_PARAMETERS_END();
    Answer answer{};
    if (!resolve(question, &answer, return_value)) return;
    array_init_size(return_value, static_cast<uint32_t>(answer.count));
    for (size_t i = 0; i < answer.count; ++i) add_next_index_string(return_value, answer.addresses[i].text);
    std::free(answer.addresses);
}
