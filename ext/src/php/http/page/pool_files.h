// The scripts that a worker of a pool has run: what need not be found out again for each request.
#pragma once

#include <array>
#include <sys/stat.h>

#include "php/engine/compat/engine.h"
#include "protocol/fastcgi/script.h"

namespace tern::php {

// A path of a script. It stays until another one takes its place, which may happen in each call of of() and find().
struct PoolFile {
    zend_string* path;  // null: there is none
    zend_string* root;  // of the settings; null: there are none yet
    int64_t second;     // wall clock, in which they were found
    zval settings;      // of the .user.ini files between the root and the script
};

class PoolFiles final : public fastcgi::ScriptFiles {
public:
    PoolFiles() = default;
    PoolFiles(const PoolFiles&) = delete;
    PoolFiles& operator=(const PoolFiles&) = delete;
    ~PoolFiles();

    size_t find(Bytes path, int& error) override;
    // What is known of the path that find() was called with last, or of its beginning. It may be new.
    PoolFile& of(Bytes path);

private:
    static constexpr size_t kPlaces = 64;

    // A file that this process may read. A change of that changes st_ctime, too, which has steps of some milliseconds:
    // so a file is noted when its last change is seconds ago.
    struct Readable {
        Readable() = default;
        explicit Readable(const struct stat& status) noexcept
            : device(status.st_dev),
              number(status.st_ino),
              changed_s(status.st_ctim.tv_sec),
              changed_ns(status.st_ctim.tv_nsec) {}
        bool operator==(const Readable&) const = default;

        dev_t device = 0;
        ino_t number = 0;
        time_t changed_s = 0;
        long changed_ns = 0;
    };

    size_t length_of_file(struct stat& status) noexcept;
    int error_of(const struct stat& status) noexcept;

    std::string path_;  // as find() was given it, ended by NUL
    size_t place_ = 0;  // of the file that was found last
    std::array<Readable, kPlaces> readable_;
    std::array<PoolFile, kPlaces> files_{};
};

}  // namespace tern::php
