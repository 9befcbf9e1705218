// From what set() was given to what a port in a worker needs.
#pragma once

#include "php/options/server_options.h"
#include "serve/files/static_files.h"
#include "serve/port.h"

namespace tern::php {

net::ListenOptions listen_options(const PortConfig& config, bool datagrams);

// Null when the port has no static handler.
std::unique_ptr<serve::StaticFiles> port_files(serve::Context& context, const PortConfig& config);

// Null when the port's answers are sent as they are.
std::unique_ptr<serve::Compression> port_compression(const PortConfig& config);

// Null when there is none.
std::unique_ptr<serve::AccessLog> port_access_log(serve::Context& context, serve::AccessFile& file,
                                                  const PortConfig& config);

// After how long a silent connection of another protocol than HTTP is closed; 0: never.
int64_t idle_limit_ms(const PortConfig& config, const ServerConfig& server) noexcept;

// What a worker made for a port; null: there is none.
struct PortServices {
    serve::StaticFiles* files;
    serve::AccessLog* access_log;
    serve::Compression* compression;
    serve::TlsGate* tls;
    const serve::PacketOptions* packets = nullptr;
};

serve::PortOptions port_options(const PortConfig& config, const ServerConfig& server, const PortServices& services);

}  // namespace tern::php
