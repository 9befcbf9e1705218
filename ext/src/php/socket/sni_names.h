// The option ssl_sni_certs: certificates by the host name that a client asks for.
#pragma once

#include "net/tls_options.h"
#include "php/engine/options/option_row.h"

namespace tern::php {

const char* check_sni_name(Bytes key, Bytes value);

// Names in lower case, with the files of each.
std::vector<std::pair<std::string, net::TlsIdentity>> sni_identities(const std::vector<TextRecord>& records);

// Null: each of them has a certificate.
const char* sni_complaint(const net::TlsOptions& options) noexcept;

}  // namespace tern::php
