#include "serve/files/file_cache.h"

#include <cstdio>

#include "base/clock.h"

namespace tern::serve {

namespace {

constexpr int kReadAttempts = 3;
constexpr size_t kLongestMissing = 512;  // bytes: a client chooses what is missing, and its text is kept
// Two changes within one tick of the kernel's clock have the same time.
constexpr int64_t kClockGrainNs = 50'000'000;

bool out_of_resources(Error error) noexcept {
    const int number = tern::number(error);
    return number == EMFILE || number == ENFILE || number == ENOMEM || number == EINTR;
}

// Reads a file from its start; returns fewer than `size` bytes if it has become shorter.
Result<size_t> read_whole(int fd, char* into, size_t size) noexcept {
    size_t done = 0;
    while (done < size) {
        const ssize_t count = ::pread(fd, into + done, size - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return last_error();
        if (count == 0) break;
        done += static_cast<size_t>(count);
    }
    return done;
}

Result<FileStatus> status_of(int fd) noexcept {
    struct stat status {};
    if (::fstat(fd, &status) < 0) return last_error();
    return FileStatus::of(status);
}

bool is_settled(const FileStatus& status) noexcept {
    const int64_t age_ns = wall_clock_us() * 1000 - status.modified_ns;
    return age_ns > kClockGrainNs || age_ns < -kClockGrainNs;
}

std::string make_etag(const FileStatus& status, bool strong) {
    char text[64];
    const int length = std::snprintf(
        text, sizeof text, "%s\"%llx-%llx-%llx\"", strong ? "" : "W/", static_cast<unsigned long long>(status.inode),
        static_cast<unsigned long long>(status.size), static_cast<unsigned long long>(status.modified_ns));
    return std::string(text, static_cast<size_t>(length));
}

}  // namespace

Slice CachedFile::slice(uint64_t offset, uint64_t length) noexcept {
    ++references_;
    return Slice(Bytes(content).substr(offset, length), this,
                 [](void* self) { static_cast<CachedFile*>(self)->release(); });
}

void FileCache::clear() noexcept {
    drop_passing();
    while (!entries_.empty()) drop(*entries_.begin()->second);
}

Result<CachedFile*> FileCache::find(Bytes path, int64_t now_ms, Need need) {
    drop_passing();
    if (auto found = entries_.find(path); found != entries_.end()) {
        CachedFile& file = *found->second;
        if (still_valid(file, now_ms, need)) {
            file.used_at_ms_ = now_ms;
            shelf(file.kind).files.push_back(file);
            return &file;
        }
        drop(file);
    }
    const std::string name(path);
    Result<CachedFile*> loaded = load(name.c_str(), need);
    if (!loaded.ok()) return loaded;
    const CachedFile::Kind kind = loaded.value()->kind;
    const bool keeps = options_.keeps_open || kind == CachedFile::Kind::in_memory;
    if (!keeps || (kind == CachedFile::Kind::missing && path.size() > kLongestMissing)) {
        passing_ = loaded.value();
    } else {
        keep(*loaded.value(), path, now_ms);
    }
    return loaded;
}

void FileCache::drop_passing() noexcept {
    if (passing_ != nullptr) std::exchange(passing_, nullptr)->release();
}

bool FileCache::still_valid(CachedFile& file, int64_t now_ms, Need need) noexcept {
    if (!file.stable_ || (need == Need::content && file.kind == CachedFile::Kind::unread)) return false;
    // fstat() of an open file shows its changes, and costs little compared with sending it.
    if (need == Need::content && file.kind == CachedFile::Kind::open) {
        const Result<FileStatus> now = status_of(file.fd.get());
        if (!now.ok() || !(now.value() == file.status)) return false;
    }
    if (now_ms - file.checked_at_ms_ < options_.valid_ms) return true;
    file.checked_at_ms_ = now_ms;
    return same_as_on_disk(file);
}

bool FileCache::same_as_on_disk(const CachedFile& file) noexcept {
    const Result<FileStatus> now = root_.status(file.path_->c_str());
    switch (file.kind) {
        case CachedFile::Kind::missing: return !now.ok() && now.error() == file.error;
        case CachedFile::Kind::directory: return now.ok() && now.value().directory;
        default: return now.ok() && now.value() == file.status;
    }
}

Result<CachedFile*> FileCache::load(const char* path, Need need) noexcept {
    auto* file = new CachedFile;
    const Result<FileStatus> status = root_.status(path);
    Error error = status.error();
    file->error = error;
    if (status.ok()) {
        file->status = status.value();
        if (file->status.directory) file->kind = CachedFile::Kind::directory;
        if (file->status.regular) file->kind = CachedFile::Kind::unread;
        if (file->status.regular && need == Need::content) error = read_file(path, *file);
    }
    if (out_of_resources(error)) {
        file->release();
        return error;
    }
    if (file->is_file()) {
        file->stable_ = is_settled(file->status);
        file->etag = make_etag(file->status, file->stable_);
        http::write_date(file->last_modified, file->status.modified_s());
    }
    return file;
}

// A file that cannot be opened counts as missing.
Error FileCache::read_file(const char* path, CachedFile& file) noexcept {
    file.kind = CachedFile::Kind::missing;
    Result<Fd> fd = root_.open_file(path);
    if (!fd.ok()) return fd.error();
    if (Error error = take_content(fd.value(), file); error != Error::ok) return error;
    if (file.kind != CachedFile::Kind::in_memory && file.status.regular) {
        file.fd = net::SharedFd(std::move(fd.value()));
        file.kind = CachedFile::Kind::open;
    }
    return Error::ok;
}

// A file that changes all the time is sent from its descriptor.
Error FileCache::take_content(const Fd& fd, CachedFile& file) noexcept {
    for (int attempt = 0; attempt < kReadAttempts; ++attempt) {
        const Result<FileStatus> before = status_of(fd.get());
        if (!before.ok()) return before.error();
        file.status = before.value();
        if (!file.status.regular || file.status.size > kSmallFile || file.status.size > options_.bytes) break;
        file.content.resize(file.status.size);
        const Result<size_t> got = read_whole(fd.get(), file.content.data(), file.content.size());
        if (!got.ok()) return got.error();
        const Result<FileStatus> after = status_of(fd.get());
        if (!after.ok()) return after.error();
        if (got.value() != file.content.size() || !(after.value() == file.status)) continue;
        file.kind = CachedFile::Kind::in_memory;
        return Error::ok;
    }
    file.content = std::string();
    return Error::ok;
}

void FileCache::keep(CachedFile& file, Bytes path, int64_t now_ms) {
    auto place = entries_.emplace(std::string(path), &file).first;
    file.path_ = &place->first;
    file.checked_at_ms_ = file.used_at_ms_ = now_ms;
    bytes_ += file.content.size();
    Shelf& its = shelf(file.kind);
    its.files.push_back(file);
    ++its.count;
    make_room(file.kind);
}

void FileCache::drop(CachedFile& file) noexcept {
    --shelf(file.kind).count;
    file.unlink();
    bytes_ -= file.content.size();
    entries_.erase(entries_.find(*std::exchange(file.path_, nullptr)));
    file.release();
}

// Never drops the newest entry, which the caller is using.
void FileCache::make_room(CachedFile::Kind kind) noexcept {
    Shelf& its = shelf(kind);
    const size_t most = kind == CachedFile::Kind::open && options_.entries > kMostOpen ? kMostOpen : options_.entries;
    const auto full = [&] {
        return its.count > most || (kind == CachedFile::Kind::in_memory && bytes_ > options_.bytes);
    };
    while (its.count > 1 && full()) drop(*its.files.front());
}

void FileCache::close_idle(int64_t now_ms) noexcept {
    Shelf& open = shelf(CachedFile::Kind::open);
    while (CachedFile* oldest = open.files.front()) {
        if (now_ms - oldest->used_at_ms_ < kIdleMs) return;
        drop(*oldest);
    }
}

}  // namespace tern::serve
