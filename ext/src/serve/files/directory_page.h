// The list of a directory as an HTML page (http_autoindex).
#pragma once

#include <functional>
#include <string>

#include "base/bytes.h"
#include "base/fd.h"

namespace tern::serve {

// At most kMostListed entries are listed. `path` is the decoded request path, with a '/' at its end.
inline constexpr size_t kMostListed = 10'000;
// Whether a file, a directory, or a link is listed.
using ListedNames = std::function<bool(const char* name, bool is_link)>;
std::string directory_page(Fd directory, Bytes path, const ListedNames& listed);

}  // namespace tern::serve
