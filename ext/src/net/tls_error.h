// OpenSSL's error queue: one a thread, shared with everything else that uses the library there (PHP's openssl, curl).
#pragma once

#include <string>

namespace tern::net {

// Before a call whose failure will be looked into. Cheap when there is nothing.
void clear_tls_errors() noexcept;

// The reason of the oldest error, a static text, never null; empties the queue.
const char* take_tls_error() noexcept;

// "ssl_cert_file /path: reason", with take_tls_error().
std::string tls_complaint(const char* option, const std::string& value);

}  // namespace tern::net
