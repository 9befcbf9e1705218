// The value of the option `admin`.
#pragma once

#include "base/bytes.h"
#include "net/address.h"

namespace tern::php {

inline constexpr size_t kLeastAdminToken = 16;
// RFC 6750, 2.1
inline constexpr Bytes kAdminTokenBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=";

// Parses "unix:/path", "127.0.0.1:9600", "[::1]:9600" or "localhost:9600". invalid_params: anything else.
Result<net::Address> admin_address(Bytes text) noexcept;

}  // namespace tern::php
