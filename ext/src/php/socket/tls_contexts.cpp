#include "php/socket/tls_contexts.h"

#include <algorithm>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

template <class Context, class Load>
typename Context::Loaded find(std::vector<TlsContexts::Kept<Context>>& all, const net::TlsOptions& options, Load load) {
    auto kept = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.options == options; });
    if (kept != all.end() && !kept->context->stale()) return {kept->context, {}};
    typename Context::Loaded loaded = load(options);
    if (kept != all.end()) {
        if (loaded.context != nullptr) kept->context = std::move(loaded.context);
        return {kept->context, {}};
    }
    if (loaded.context == nullptr) return loaded;
    if (all.size() == TlsContexts::kMost) all.erase(all.begin());
    all.push_back({options, loaded.context});
    return loaded;
}

constexpr int64_t kDtlsClientMethod = 15;
constexpr int64_t kDtlsServerMethod = 16;

// Each version has a common, a server and a client method.
uint32_t versions_of_method(int64_t method) noexcept {
    if (method >= 6 && method <= 8) return net::kTls10;
    if (method >= 9 && method <= 11) return net::kTls11;
    if (method >= 12 && method <= 14) return net::kTls12;
    return method == 0 || method == 4 || method == 5 ? net::kTls12 | net::kTls13 : 0;
}

}  // namespace

net::TlsContext::Loaded TlsContexts::of_server(const net::TlsOptions& options) {
    return find(servers_, options, [](const net::TlsOptions& wanted) -> net::TlsContext::Loaded {
        net::TicketSecret secret;
        if (!net::make_ticket_secret(secret)) return {nullptr, "the system gives no random numbers for TLS"};
        return net::TlsContext::load(wanted, secret);
    });
}

net::TlsClientContext::Loaded TlsContexts::of_client(const net::TlsOptions& options) {
    return find(clients_, options, net::TlsClientContext::load);
}

TlsContexts& tls_contexts() {
    if (TERN_G(tls_contexts) == nullptr) TERN_G(tls_contexts) = new TlsContexts;
    return *TERN_G(tls_contexts);
}

uint32_t tls_versions(int64_t protocols, int64_t method) noexcept {
    constexpr uint32_t kKnown = net::kTls10 | net::kTls11 | net::kTls12 | net::kTls13;
    return protocols != 0 ? static_cast<uint32_t>(protocols) & kKnown : versions_of_method(method);
}

// There is no DTLS 1.3. SWOOLE_SSL_DTLS is the newest version.
uint32_t dtls_versions(int64_t protocols, int64_t method) noexcept {
    if (protocols == 0 && (method == kDtlsClientMethod || method == kDtlsServerMethod)) return net::kTls12;
    const uint32_t versions = tls_versions(protocols, method);
    const bool newest = (static_cast<uint32_t>(protocols) & net::kDtls) != 0;
    return (versions & ~uint32_t{net::kTls13}) | (newest ? uint32_t{net::kTls12} : 0);
}

const char* no_version_complaint(bool datagrams) noexcept {
    return datagrams ? "ssl_protocols has none of SWOOLE_SSL_DTLS, TLSv1, TLSv1_1, TLSv1_2, which datagrams need"
                     : "ssl_protocols has none of SWOOLE_SSL_TLSv1, TLSv1_1, TLSv1_2, TLSv1_3";
}

}  // namespace tern::php
