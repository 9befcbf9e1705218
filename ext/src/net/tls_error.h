// OpenSSL's error queue: there is one per thread, which all users of the library share (PHP's openssl, curl).
#pragma once

#include <string>

namespace tern::net {

// Call it before a call whose failure will be reported. It is cheap when the queue is empty.
void clear_tls_errors() noexcept;

// Returns the reason of the oldest error, a static text, never null. Empties the queue.
const char* take_tls_error() noexcept;

// Returns "ssl_cert_file /path: reason", with take_tls_error().
std::string tls_complaint(const char* option, const std::string& value);

}  // namespace tern::net
