#include "php/server/telemetry/server_logs.h"

#include <SAPI.h>
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/escape.h"
#include "php/engine/compat/engine.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/globals.h"

namespace tern::php {

ServerLogs::ServerLogs() noexcept : log_(*TERN_G(log)) {}

ServerLogs::~ServerLogs() { TERN_G(log_file)->count_in(nullptr); }

Error ServerLogs::open(const ServerConfig& config) noexcept {
    escape_php_log();
    log_.set_least(config.log_level);
    const Error error = TERN_G(log_file)->open(config.log);
    if (error != Error::ok) {
        log_.print(LogLevel::error, "log_file %s cannot be opened: %s", config.log.path.c_str(), describe(error));
    }
    return error == Error::ok ? open_slow_log(config) : error;
}

Error ServerLogs::open_slow_log(const ServerConfig& config) noexcept {
    proc::LogFileOptions options = config.log;
    options.path = config.slow_request_file;
    options.option = "slow_request_file";
    const Error error = slow_log_.open(std::move(options));
    has_slow_log_ = !config.slow_request_file.empty();
    if (error != Error::ok) {
        log_.print(LogLevel::error, "slow_request_file %s cannot be opened: %s", config.slow_request_file.c_str(),
                   describe(error));
    }
    return error;
}

void ServerLogs::count_losses(proc::SharedState& state) noexcept {
    TERN_G(log_file)->count_in(&state.log_losses());
    slow_log_.count_in(&state.slow_log_losses());
}

void ServerLogs::reopen() noexcept {
    if (Error error = TERN_G(log_file)->reopen(); error != Error::ok) {
        log_.print(LogLevel::error, "log_file cannot be opened again: %s", describe(error));
    }
    if (Error error = slow_log_.reopen(); error != Error::ok) {
        log_.print(LogLevel::error, "slow_request_file cannot be opened again: %s", describe(error));
    }
}

namespace {

// The SAPI's function before the first call.
auto log_of_sapi() noexcept {
    static const auto of_sapi = sapi_module.log_message;
    return of_sapi;
}

// Not from PHP's heap, as the message may report that the heap is full.
void log_escaped(const char* message, int severity) {
    std::string text;
    escape_lines(message, [&text](Bytes piece) { text.append(piece); });
    log_of_sapi()(text.c_str(), severity);
}

}  // namespace

void escape_php_log() noexcept {
    if (log_of_sapi() != nullptr) sapi_module.log_message = log_escaped;
}

namespace {

constexpr int kFatal = E_ERROR | E_RECOVERABLE_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR;

proc::StartFailure* shared = nullptr;  // null: this process has started
void (*report)(int type, zend_string* file, const uint32_t line, zend_string* message) = nullptr;

// False: it is the last one again.
bool note(zend_string* file, uint32_t line, const zend_string* message) noexcept {
    const uint64_t of_place = (file == nullptr ? 0 : zend_string_hash_val(file)) * 31 + line;
    const uint64_t number = of_place * 31 + zend_hash_func(ZSTR_VAL(message), ZSTR_LEN(message));
    if (shared->number.exchange(number) == number) return false;
    constexpr size_t kMost = proc::StartFailure::kTextBytes - 1;
    const size_t length = std::min(ZSTR_LEN(message), kMost / 2);
    std::memcpy(shared->text, ZSTR_VAL(message), length);
    (void)snprintf(shared->text + length, kMost - length, " in %s on line %u",
                   file == nullptr ? "Unknown" : ZSTR_VAL(file), line);
    return true;
}

bool note_exception(Bytes message) {
    // Without the trace, which names the worker.
    const uint64_t number = zend_hash_func(message.data(), std::min(message.find('\n'), message.size()));
    if (shared->number.exchange(number) == number) return false;
    const size_t length = std::min(message.size(), proc::StartFailure::kTextBytes - 1);
    std::memcpy(shared->text, message.data(), length);
    shared->text[length] = '\0';
    return true;
}

// The engine may leave report() by a bailout: then the process ends.
void on_error(int type, zend_string* file, const uint32_t line, zend_string* message) {
    if (shared == nullptr || (type & kFatal) == 0 || note(file, line, message))
        return report(type, file, line, message);
    const auto logs = std::exchange(PG(log_errors), false);
    const auto shows = std::exchange(PG(display_errors), false);
    report(type, file, line, message);
    PG(log_errors) = logs;
    PG(display_errors) = shows;
}

}  // namespace

void watch_start_errors(proc::StartFailure& failure) noexcept {
    shared = &failure;
    filter_uncaught(note_exception);
    if (report == nullptr) report = std::exchange(zend_error_cb, on_error);
}

void end_start_errors() noexcept {
    if (shared == nullptr) return;
    filter_uncaught(nullptr);
    shared->number.store(0);
    shared = nullptr;
}

}  // namespace tern::php
