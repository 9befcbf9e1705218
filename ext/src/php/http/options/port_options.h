// Turns the options of a port into the objects that the port of a worker uses.
#pragma once

#include "php/http/options/server_config.h"
#include "protocol/http/mime.h"
#include "serve/files/static_files.h"
#include "serve/port.h"

namespace tern::php {

// Sets the members that depend on other options of the port or on those of its server. Each port needs it once, after
// it has inherited, before its options are used.
void resolve_port(PortConfig& port, const ServerConfig& server);

net::ListenOptions listen_options(const PortConfig& config, bool datagrams);

// Null: the port has no static handler.
std::unique_ptr<serve::StaticFiles> port_files(serve::Context& context, const PortConfig& config);

// Null: the port does not compress its responses.
std::unique_ptr<serve::Compression> port_compression(const PortConfig& config);

// Null: the port has no access log.
std::unique_ptr<serve::AccessLog> port_access_log(serve::Context& context, serve::AccessFile& file,
                                                  const PortConfig& config);

// How long a connection of another protocol than HTTP may be silent; 0: no limit.
int64_t idle_limit_ms(const PortConfig& config, const ServerConfig& server) noexcept;

// The objects that a worker has made for a port; null: the port does not use it.
struct PortServices {
    serve::StaticFiles* files;
    serve::AccessLog* access_log;
    serve::Compression* compression;
    serve::HandshakeLimiter* tls;
    const serve::PacketOptions* packets = nullptr;
};

serve::PortOptions port_options(const PortConfig& config, const PortServices& services);

// The media types of file names in this process: our own, the system's, and the program's changes.
// Reads /etc/mime.types on first use.
http::MediaTypes& media_types();

}  // namespace tern::php
