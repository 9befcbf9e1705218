#include "php/server/telemetry/server_logs.h"

#include <SAPI.h>
#include <string>

#include "base/escape.h"
#include "php/engine/compat/engine.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

proc::LogFileOptions options_of(const ServerConfig& config, const std::string& path) {
    return {path, config.log_date_format, config.log_date_with_microseconds,
            static_cast<proc::Rotation>(config.log_rotation)};
}

}  // namespace

ServerLogs::ServerLogs() noexcept : log_(*TERN_G(log)) {}

ServerLogs::~ServerLogs() { TERN_G(log_file)->count_in(nullptr); }

Error ServerLogs::open(const ServerConfig& config) noexcept {
    escape_php_log();
    log_.set_least(static_cast<LogLevel>(config.log_level));
    const Error error = TERN_G(log_file)->open(options_of(config, config.log_file));
    if (error != Error::ok) {
        log_.print(LogLevel::error, "log_file %s cannot be opened: %s", config.log_file.c_str(), describe(error));
    }
    return error == Error::ok ? open_slow_log(config) : error;
}

Error ServerLogs::open_slow_log(const ServerConfig& config) noexcept {
    proc::LogFileOptions options = options_of(config, config.slow_request_file);
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

}  // namespace tern::php
