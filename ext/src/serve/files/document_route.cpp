// What paths lead to in classic sites.
#include <algorithm>
#include <climits>

#include "serve/files/document_root.h"

namespace tern::serve {

namespace {

using Kind = Route::Kind;

// The system opens no longer one.
constexpr size_t kPathLimit = PATH_MAX - 1;

constexpr Bytes kExtension = ".php";
constexpr Bytes kFront = "/index.php";
constexpr Bytes kIndexes[] = {"index.php", "index.html"};

// The end of the next name in the path that ends as a script's does; npos: no further one.
size_t end_of_script(Bytes path, size_t from) noexcept {
    for (size_t at = path.find(kExtension, from); at != Bytes::npos; at = path.find(kExtension, at + 1)) {
        const size_t end = at + kExtension.size();
        if (end == path.size() || path[end] == '/') return end;
    }
    return Bytes::npos;
}

// True: one of the names in the path is that of a script, which `.php` alone is not.
bool names_script(Bytes path) noexcept {
    for (size_t end = end_of_script(path, 0); end != Bytes::npos; end = end_of_script(path, end)) {
        if (path[end - kExtension.size() - 1] != '/') return true;
    }
    return false;
}

Route file_route(Bytes path, bool is_hidden, bool is_hidden_script) noexcept {
    const bool is_script = path.ends_with(kExtension);
    if (is_script ? is_hidden_script : is_hidden) return {};
    return {is_script ? Kind::script : Kind::file, path, {}};
}

}  // namespace

// Looks as often as the cache does.
void DocumentRoot::reopen_if_replaced() noexcept {
    if (now_ms_ - checked_at_ms_ < options_.cache.valid_ms) return;
    checked_at_ms_ = now_ms_;
    RootDirectory fresh;
    if (folder_.is_at(options_.path.c_str()) || open_folder(fresh) != Error::ok) return;
    folder_ = std::move(fresh);
    cache_.clear();
}

Route DocumentRoot::route(Bytes path, bool has_front, int64_t now_ms) {
    now_ms_ = now_ms;
    busy_ = false;
    reopen_if_replaced();
    if (!folder_.is_open()) return {Kind::unavailable, {}, {}};
    const Route found = find_route(path, has_front);
    return busy_ ? Route{Kind::unavailable, {}, {}} : found;
}

DocumentRoot::Place DocumentRoot::look(Bytes path) {
    const Result<CachedFile*> found = cache_.find(path, now_ms_, FileCache::Need::status);
    busy_ = busy_ || !found.ok();
    if (!found.ok()) return {};
    CachedFile& file = *found.value();
    if (file.status.regular || file.status.directory) judge(file, path);
    return {file.status.regular, file.status.directory, number(file.error) == EXDEV, file.hidden, file.hidden_script};
}

// What is hidden, and is there, is not told to the front controller. A script that is missing is missing, as with
// nginx.
Route DocumentRoot::find_route(Bytes path, bool has_front) {
    const Place place = path.size() > kPathLimit ? Place() : look(path);
    if (place.file) return file_route(path, place.hidden, place.hidden_script);
    if (place.outside || (place.folder && place.hidden)) return {};
    if (place.folder) return folder_route(path);
    if (const Route script = script_with_path_info(path); script.kind == Kind::script) return script;
    if (names_script(path) || !has_front || !look(kFront).file) return {};
    if (is_in_hidden_folder(path)) return {};
    return {Kind::script, kFront, {}};
}

Route DocumentRoot::folder_route(Bytes path) {
    if (!path.ends_with('/')) {
        name_.assign(path).push_back('/');
        return {Kind::folder, name_, {}};
    }
    for (const Bytes index : kIndexes) {
        name_.assign(path).append(index);
        if (const Place place = look(name_); place.file) return file_route(name_, place.hidden, place.hidden_script);
    }
    return {Kind::forbidden, {}, {}};
}

// The first script in the path that exists, as in /index.php/users/7.
Route DocumentRoot::script_with_path_info(Bytes path) {
    const size_t most = std::min(path.size(), kPathLimit);
    for (size_t end = end_of_script(path, 0); end < most; end = end_of_script(path, end)) {
        const Bytes name = path.substr(0, end);
        const Place place = look(name);
        if (place.file && !place.hidden_script) return {Kind::script, name, path.substr(end)};
    }
    return {};
}

bool DocumentRoot::is_in_hidden_folder(Bytes path) {
    const size_t end = hidden_.first_folder(path.substr(0, kPathLimit));
    return end != Bytes::npos && look(path.substr(0, end)).folder;
}

}  // namespace tern::serve
