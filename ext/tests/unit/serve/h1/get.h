#pragma once

#include <string>

#include "base/bytes.h"

namespace tern::serve::test {

inline const std::string kGet = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

inline bool has(const std::string& text, Bytes part) { return text.find(part) != std::string::npos; }

}  // namespace tern::serve::test
