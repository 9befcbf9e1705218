#include "php/server/tls_contexts.h"

#include <algorithm>

#include "php/bridge/globals.h"
#include "php/runtime/process_runtime.h"

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

}  // namespace tern::php
