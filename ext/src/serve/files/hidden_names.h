// Names below a document root that are treated as missing: program files, backup files of editors, and those of the
// option static_hidden_names.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::serve {

class HiddenNames {
public:
    // `usual`: hides the list in docs/static.md. `patterns` are for fnmatch(), ignoring case. One that starts with '/'
    // is for a path from the root on, where '*' does not match '/'. The others are for names.
    HiddenNames(bool usual, std::vector<std::string> patterns) noexcept;

    // True: one of the names in a path that starts with '/' is hidden.
    bool in_path(Bytes path) const;
    // True: the name of a file or directory, without '/', is hidden wherever it is.
    bool has(Bytes name) const;
    // The same for a script that is to run: its own name may be that of a program or a backup. Libraries do not run.
    bool script_in_path(Bytes path) const;

    // The end of the first folder in the path that is hidden; npos: none is.
    size_t first_folder(Bytes path) const;

private:
    // '*' does not match '/', so it is for paths of as many names.
    struct PathPattern {
        std::string text;
        size_t names;
    };

    static Bytes match(const PathPattern& pattern, Bytes path);
    bool pattern_in_path(Bytes path) const;

    bool usual_;
    std::vector<std::string> patterns_;
    std::vector<PathPattern> paths_;
};

}  // namespace tern::serve
