#include "php/http/page/pool_files.h"

#include <cerrno>
#include <string>
#include <unistd.h>
#include <utility>

#include "base/clock.h"

namespace tern::php {

namespace {

void drop_file(PoolFile& file) {
    if (file.path != nullptr) zend_string_release(file.path);
    if (file.root != nullptr) zend_string_release(file.root);
    zval_ptr_dtor(&file.settings);
    file = {};
}

}  // namespace

PoolFiles::~PoolFiles() {
    for (PoolFile& file : files_) drop_file(file);
}

size_t PoolFiles::find(Bytes path, int& error) {
    struct stat status;
    path_.assign(path);
    const bool exists = !path.ends_with('/') && ::stat(path_.c_str(), &status) == 0;
    const size_t length = exists ? path.size() : length_of_file(status);
    error = length == 0 ? ENOENT : error_of(status);
    if (length > 0) place_ = status.st_ino % kPlaces;
    return length;
}

// The longest part of the path before a slash that is a file. It is the path afterwards. 0: there is none.
size_t PoolFiles::length_of_file(struct stat& status) noexcept {
    for (size_t slash = path_.rfind('/'); slash != std::string::npos && slash > 0; slash = path_.rfind('/')) {
        path_.resize(slash);
        if (::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode)) return slash;
    }
    return 0;
}

// Why the file cannot be opened; 0: it can.
int PoolFiles::error_of(const struct stat& status) noexcept {
    if (!S_ISREG(status.st_mode)) return EISDIR;
    Readable& known = readable_[status.st_ino % kPlaces];
    const Readable file(status);
    if (known == file) return 0;
    if (::access(path_.c_str(), R_OK) != 0) return errno;
    if (file.changed_s + 1 < wall_clock_s()) known = file;
    return 0;
}

PoolFile& PoolFiles::of(Bytes path) {
    PoolFile& file = files_[place_];
    if (file.path != nullptr && view(file.path) == path) return file;
    drop_file(file);
    file.path = zend_string_init(path.data(), path.size(), false);
    zend_string_hash_val(file.path);
    return file;
}

}  // namespace tern::php
