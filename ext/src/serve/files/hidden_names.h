// Names below a document root that are treated as missing: program files, backup files of editors, and those of the
// option static_hidden_names.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::serve {

class HiddenNames {
public:
    // `usual`: hides the list in docs/static.md. `patterns` are for fnmatch(), ignoring case.
    HiddenNames(bool usual, std::vector<std::string> patterns) noexcept
        : usual_(usual), patterns_(std::move(patterns)) {}

    // True: one of the names in a path that starts with '/' is hidden.
    bool in_path(Bytes path) const;
    // True: the name of a file or directory, without '/', is hidden.
    bool has(Bytes name) const;

private:
    bool usual_;
    std::vector<std::string> patterns_;
};

}  // namespace tern::serve
