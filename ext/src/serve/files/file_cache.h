// Recently requested files below a root: small ones in memory, larger ones as open descriptors, and paths without a
// file. An entry is checked again if its last check is `valid_ms` ago. Content in memory is consistent: a file that
// changes while it is read is read again.
#pragma once

#include <string>
#include <unordered_map>

#include "base/list.h"
#include "base/slice.h"
#include "net/shared_fd.h"
#include "protocol/http/date.h"
#include "serve/files/open_beneath.h"

namespace tern::serve {

class FileCache;

// It has a reference count: an unfinished response keeps the bytes of a file that the cache has dropped.
class CachedFile final : public ListHook {
public:
    enum class Kind : uint8_t { missing, directory, unread, in_memory, open };

    Kind kind = Kind::missing;
    Error error = Error::ok;  // why there is no status
    FileStatus status;        // also of a file that cannot be read, which is `missing`
    std::string content;      // in_memory
    net::SharedFd fd;         // open
    std::string etag;         // weak while the file is so new that another change could be missed
    char last_modified[http::kDateBytes] = {};
    bool judged = false;  // the user of the cache fills in the rest
    bool hidden = false;
    bool hidden_script = false;
    bool described = false;
    std::string media_type;
    std::string cache_control;

    bool is_file() const noexcept { return kind >= Kind::in_memory; }  // that can be sent
    // The slice keeps this entry alive.
    Slice slice(uint64_t offset, uint64_t length) noexcept;

private:
    friend class FileCache;
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    const std::string* path_ = nullptr;  // its key
    int64_t checked_at_ms_ = 0;
    int64_t used_at_ms_ = 0;
    uint32_t references_ = 1;
    bool stable_ = true;
};

struct FileCacheOptions {
    uint64_t bytes = 16 << 20;  // of all files in memory
    size_t entries = 1024;      // of each kind
    int64_t valid_ms = 1000;
    bool keeps_open = true;  // false: a large file is opened each time
};

class FileCache {
public:
    enum class Need : uint8_t {
        status,   // a file may be `unread`
        content,  // it is `in_memory`, `open`, or cannot be read
    };

    // `root` outlives the cache.
    FileCache(const RootDirectory& root, const FileCacheOptions& options) noexcept : root_(root), options_(options) {}
    FileCache(const FileCache&) = delete;
    FileCache& operator=(const FileCache&) = delete;
    ~FileCache() { clear(); }

    // Valid until the next call. Fails when the process has no descriptor or memory left.
    Result<CachedFile*> find(Bytes path, int64_t now_ms, Need need = Need::content);
    // What find() has returned and does not keep is freed, unless a slice of it exists.
    void drop_passing() noexcept;
    // Closes files that were not requested recently: a deleted file keeps its disk space until then.
    void close_idle(int64_t now_ms) noexcept;
    void clear() noexcept;

    size_t open_count() const noexcept { return shelf(CachedFile::Kind::open).count; }
    size_t count() const noexcept { return entries_.size(); }
    uint64_t bytes() const noexcept { return bytes_; }

    static constexpr uint64_t kSmallFile = 32 * 1024;
    static constexpr size_t kMostOpen = 256;
    static constexpr int64_t kIdleMs = 10'000;

private:
    struct Hash : std::hash<Bytes> {
        using is_transparent = void;
    };
    // Least recently used first.
    struct Shelf {
        List<CachedFile> files;
        size_t count = 0;
    };

    Shelf& shelf(CachedFile::Kind kind) noexcept { return shelves_[static_cast<size_t>(kind)]; }
    const Shelf& shelf(CachedFile::Kind kind) const noexcept { return shelves_[static_cast<size_t>(kind)]; }
    bool still_valid(CachedFile& file, int64_t now_ms, Need need) noexcept;
    bool same_as_on_disk(const CachedFile& file) noexcept;
    Result<CachedFile*> load(const char* path, Need need) noexcept;
    Error read_file(const char* path, CachedFile& file) noexcept;
    Error take_content(const Fd& fd, CachedFile& file) noexcept;
    void keep(CachedFile& file, Bytes path, int64_t now_ms);
    void drop(CachedFile& file) noexcept;
    void make_room(CachedFile::Kind kind) noexcept;

    const RootDirectory& root_;
    FileCacheOptions options_;
    std::unordered_map<std::string, CachedFile*, Hash, std::equal_to<>> entries_;
    Shelf shelves_[5];
    CachedFile* passing_ = nullptr;  // found, but not in the cache
    uint64_t bytes_ = 0;
};

}  // namespace tern::serve
