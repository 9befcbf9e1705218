// From what set() was given to what a port in a worker needs.
#pragma once

#include "php/class/server.h"
#include "serve/port.h"
#include "serve/static_files.h"

namespace tern::php {

// Nothing in `root` when the port has no static handler.
serve::StaticOptions static_options(const ServerObject& server, uint32_t index);

// Null when the port's answers are sent as they are.
std::unique_ptr<serve::Compression> port_compression(const ServerObject& server, uint32_t index);

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

serve::PortOptions port_options(const ServerObject& server, uint32_t index, serve::Balancer& balancer,
                                const PortServices& services);

}  // namespace tern::php
