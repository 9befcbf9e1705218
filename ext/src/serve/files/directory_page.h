// The list of a directory as a page (http_autoindex).
#pragma once

#include <functional>
#include <string>

#include "base/bytes.h"
#include "base/fd.h"

namespace tern::serve {

// Names of more than kMostListed entries are left out. `path` is what was asked for, decoded, with a '/' at its end.
inline constexpr size_t kMostListed = 10'000;
// Whether a file, a directory, or a link to something is in the list.
using ListedNames = std::function<bool(const char* name, bool is_link)>;
std::string directory_page(Fd directory, Bytes path, const ListedNames& listed);

}  // namespace tern::serve
