// The admin process of a server: the last of its workers, which serves the option `admin` with the library's
// Tern\Internal\Admin\Site in an event loop of its own, so that it answers when all others are stuck. It has the
// privileges of workers; the address is opened by the master. It leaves when all others have.
#pragma once

#include "base/log.h"
#include "net/listener.h"
#include "php/object/server_object.h"
#include "worker/messenger.h"

namespace tern::php {

// Empty, or what is wrong with the options.
std::string admin_complaint(const ServerConfig& config);
// For the master, before the first fork: where the option wants it, a listener, and what the admin process asks the
// others. A unix socket is for the user alone that runs the master.
Error open_admin(ServerObject& server, Log& log, net::Listener& into) noexcept;

// What a Coroutine\Http\Server says instead of an address, in the admin process, to serve it.
inline constexpr Bytes kAdminHost = "tern:admin";
// Not open: this is no admin process, or it serves already.
net::Listener take_admin_listener() noexcept;

// Whether all other workers have left.
bool is_last_worker(const worker::Messenger& messenger) noexcept;

void register_admin_functions();

}  // namespace tern::php
