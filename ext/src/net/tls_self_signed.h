// A certificate for development, which no client has a reason to trust.
#pragma once

#include "net/tls_options.h"

namespace tern::net {

// Makes one with P-256 for localhost, 127.0.0.1 and ::1, valid for a year, in memory only. No certificate_pem: OpenSSL
// failed.
TlsIdentity make_self_signed() noexcept;

}  // namespace tern::net
