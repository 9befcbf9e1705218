#include <algorithm>

#include "php/socket/tls_contexts.h"

namespace tern::php {

namespace {

net::TlsIdentity identity_of(const TextPairs& fields) {
    net::TlsIdentity identity;
    for (const auto& [name, value] : fields) {
        if (name == "ssl_cert_file") identity.certificate_file = value;
        if (name == "ssl_key_file") identity.key_file = value;
        if (name == "ssl_passphrase") identity.passphrase = value;
        if (name == "ssl_stapling_file") identity.stapling_file = value;
    }
    return identity;
}

}  // namespace

const char* check_sni_name(Bytes key, Bytes) {
    const bool fits = !key.empty() && key.size() <= 253 && key.find('*', 1) == Bytes::npos;
    return fits && (key[0] != '*' || key.starts_with("*.")) ? nullptr : "be a host name, or \"*.\" and one";
}

std::vector<std::pair<std::string, net::TlsIdentity>> sni_identities(const std::vector<TextRecord>& records) {
    std::vector<std::pair<std::string, net::TlsIdentity>> names;
    for (const TextRecord& record : records) {
        std::string name = record.name;
        std::transform(name.begin(), name.end(), name.begin(), ascii_lower);
        names.emplace_back(std::move(name), identity_of(record.fields));
    }
    return names;
}

const char* sni_complaint(const net::TlsOptions& options) noexcept {
    const bool complete = std::all_of(options.names.begin(), options.names.end(),
                                      [](const auto& one) { return !one.second.certificate_file.empty(); });
    return complete ? nullptr : "each element of ssl_sni_certs needs ssl_cert_file";
}

}  // namespace tern::php
