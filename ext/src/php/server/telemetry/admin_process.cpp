#include "php/server/telemetry/admin_process.h"

#include <cstring>
#include <sys/stat.h>

#include "php/http/listen_advice.h"
#include "php/http/options/admin_address.h"
#include "php/server/server_commands.h"
#include "php/server/server_process.h"

namespace tern::php {

namespace {

constexpr Bytes kUnix = "unix:";
constexpr mode_t kOwnerOnly = 0177;  // as a umask

}  // namespace

std::string admin_complaint(const ServerConfig& config) {
    if (config.admin.empty() || config.admin.starts_with(kUnix) || !config.admin_token.empty()) return {};
    return "the option admin is \"" + config.admin + "\", an address for everyone on the network or the machine: it " +
           "needs admin_token, or use \"unix:/path\"";
}

namespace {

Error listen_for_admin(const std::string& admin, net::ServiceManager& given, Log& log, net::Listener& into) noexcept {
    const Result<net::Address> address = admin_address(admin);
    if (!address.ok()) return address.error();
    into = given.take_socket(address.value(), SOCK_STREAM);
    if (into.is_open()) return Error::ok;
    const mode_t former = ::umask(kOwnerOnly);
    Result<net::Listener> opened = net::Listener::open(address.value(), {});
    ::umask(former);
    if (!opened.ok()) {
        log.print(LogLevel::error, "cannot listen on %s, the option admin: %s%s", admin.c_str(),
                  describe(opened.error()), listen_advice(opened.error()));
        return opened.error();
    }
    into = std::move(opened.value());
    return Error::ok;
}

// Of the admin process to workers.
void add_question(ServerObject& server, const char* name, const char* function) {
    zval callback;
    ZVAL_STRING(&callback, function);
    zend_string* command = zend_string_init(name, strlen(name), false);
    add_command(server, command, kAllTypes | kUserProcess, &callback);
    zend_string_release(command);
}

}  // namespace

Error open_admin(ServerObject& server, net::ServiceManager& given, Log& log, net::Listener& into) noexcept {
    const std::string& admin = server.config->admin;
    if (admin.empty()) return Error::ok;
    if (Error error = listen_for_admin(admin, given, log, into); error != Error::ok) return error;
    add_question(server, "tern:waiting", "Tern\\Internal\\Admin\\Answers::waiting");
    add_question(server, "tern:queries", "Tern\\Internal\\Admin\\Answers::queries");
    return Error::ok;
}

bool is_last_worker(const worker::Messenger& messenger) noexcept {
    const proc::SharedState& state = messenger.state();
    for (uint32_t i = 0; i < state.slot_count(); ++i) {
        if (i != messenger.slot() && state.slot(i).generation.load(std::memory_order_acquire) != 0) return false;
    }
    return true;
}

}  // namespace tern::php
