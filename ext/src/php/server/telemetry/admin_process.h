// The admin process of a server, the last of its workers. It serves the option `admin` with the library's
// Tern\Internal\Admin\Site in an event loop of its own, so it answers even when all others are stuck. It has the
// privileges of workers; the master opens its address. It leaves after all others.
#pragma once

#include "base/log.h"
#include "net/listener.h"
#include "net/service_manager.h"
#include "php/server/server_object.h"
#include "worker/messenger.h"

namespace tern::php {

// Returns what is wrong with the options, or an empty text.
std::string admin_complaint(const ServerConfig& config);
// For the master, before the first fork: opens the listener if the option is set, and adds the commands that the admin
// process sends to the others. Only the user of the master can use a unix socket. In an upgrade the socket may be the
// one of the server before this.
Error open_admin(ServerObject& server, net::ServiceManager& given, Log& log, net::Listener& into) noexcept;

// True: all other workers have left.
bool is_last_worker(const worker::Messenger& messenger) noexcept;

void register_admin_functions();

}  // namespace tern::php
