// The version of Tern, and of the API that it speaks.
#pragma once

namespace tern::php {

inline constexpr char kTernVersion[] = "0.1.0";
// The level of the API: what swoole_version() and SWOOLE_VERSION return.
inline constexpr char kApiVersion[] = "6.2.2";
inline constexpr int kApiVersionId = 60202;
// The OpenSwoole whose names tern.openswoole provides.
inline constexpr char kOpenSwooleVersion[] = "26.2.0";
inline constexpr int kOpenSwooleVersionId = 260200;

}  // namespace tern::php
