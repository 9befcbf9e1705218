// A certificate for development: who connects has no reason to trust it.
#pragma once

#include "net/tls_options.h"

namespace tern::net {

// P-256, for localhost, 127.0.0.1 and ::1, a year from now; in memory only. No certificate_pem: OpenSSL failed.
TlsIdentity make_self_signed() noexcept;

}  // namespace tern::net
