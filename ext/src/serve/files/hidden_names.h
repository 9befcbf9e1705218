// Which names below a document root are as if they did not exist: what a server would run rather than send, what
// editors leave beside it, and what the option static_hidden_names has.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::serve {

class HiddenNames {
public:
    // `usual`: the list in docs/static.md. `patterns` are those of fnmatch(), for names in upper or lower case.
    HiddenNames(bool usual, std::vector<std::string> patterns) noexcept
        : usual_(usual), patterns_(std::move(patterns)) {}

    // One of the names in a path that starts with '/' is hidden.
    bool in_path(Bytes path) const;
    // The name of a file or directory, without '/'.
    bool has(Bytes name) const;

private:
    bool usual_;
    std::vector<std::string> patterns_;
};

}  // namespace tern::serve
