// The list of a directory as a page (http_autoindex).
#pragma once

#include <string>

#include "base/bytes.h"
#include "net/fd.h"

namespace tern::serve {

// Names of more than kMostListed entries are left out. `path` is what was asked for, decoded, with a '/' at its end.
inline constexpr size_t kMostListed = 10'000;
std::string directory_page(net::Fd directory, Bytes path, bool with_hidden);

}  // namespace tern::serve
