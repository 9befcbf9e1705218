// What is below a document root: its files, which of them are hidden, and what a path leads to in a classic site. The
// port that sends the files and the site that runs the scripts share one.
#pragma once

#include <string>
#include <vector>

#include "serve/files/file_cache.h"
#include "serve/files/hidden_names.h"

namespace tern::serve {

// What the path of a URL leads to. The kinds have the numbers of Tern\Internal\Site\Target.
struct Route {
    enum class Kind : uint8_t {
        script,
        file,
        folder,  // requested without the slash at the end
        forbidden,
        missing,
        unavailable,  // the process has no descriptor or memory left
    };

    Kind kind = Kind::missing;
    Bytes name;       // of a script or a file: its path below the root. Of a folder: with the slash
    Bytes path_info;  // of a script: what follows its name
};

class DocumentRoot {
public:
    // Each is an option in docs/options.md.
    struct Options {
        std::string path;
        bool follow_links = true;  // also out of the root
        bool hidden_files = false;
        std::vector<std::string> hidden_names;  // patterns of additional names
        FileCacheOptions cache;
    };

    explicit DocumentRoot(Options options) noexcept;
    DocumentRoot(const DocumentRoot&) = delete;
    DocumentRoot& operator=(const DocumentRoot&) = delete;

    const std::string& path() const noexcept { return options_.path; }
    Error open() noexcept { return open_folder(folder_); }
    // See FileCache::find(). Whether the path is hidden is known, too.
    Result<CachedFile*> find(Bytes path, int64_t now_ms, FileCache::Need need);
    // In a classic site: a file, a script with its PATH_INFO, the index of a folder, or else, if `has_front`, the
    // index.php of the root. Follows a root that another directory has replaced. `path` is decoded and in its normal
    // form, without NUL bytes. The result is valid as long as `path` is, until the next call.
    Route route(Bytes path, bool has_front, int64_t now_ms);

    const RootDirectory& folder() const noexcept { return folder_; }
    const HiddenNames& hidden() const noexcept { return hidden_; }
    FileCache& cache() noexcept { return cache_; }

private:
    struct Place {
        bool file = false;
        bool folder = false;
        bool outside = false;  // of the root: a symbolic link leads there
        bool hidden = false;
        bool hidden_script = false;
    };

    Error open_folder(RootDirectory& folder) const noexcept;
    // Whether it is hidden, once.
    void judge(CachedFile& file, Bytes path) const;
    void reopen_if_replaced() noexcept;
    // Of route(). What is missing is not judged: a request may name many such files.
    Place look(Bytes path);
    Route find_route(Bytes path, bool has_front);
    Route folder_route(Bytes path);
    Route script_with_path_info(Bytes path);
    bool is_in_hidden_folder(Bytes path);

    Options options_;
    HiddenNames hidden_;
    RootDirectory folder_;
    FileCache cache_;
    int64_t checked_at_ms_ = 0;
    // Of the current route().
    int64_t now_ms_ = 0;
    bool busy_ = false;
    std::string name_;  // in the result, where the path does not have it
};

}  // namespace tern::serve
