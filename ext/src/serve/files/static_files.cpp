#include "serve/files/static_files.h"

#include <algorithm>
#include <fnmatch.h>

#include "protocol/http/head.h"
#include "protocol/http/uri.h"
#include "serve/files/file_response.h"
#include "serve/refusal.h"

namespace tern::serve {

namespace {

struct Neighbour {
    http::ContentCoding coding;
    const char* suffix;
};

// The best coding first.
constexpr Neighbour kNeighbours[] = {
    {http::ContentCoding::br, ".br"},
    {http::ContentCoding::zstd, ".zst"},
    {http::ContentCoding::gzip, ".gz"},
};

}  // namespace

StaticFiles::StaticFiles(Context& context, StaticOptions options) noexcept
    : context_(context),
      options_(std::move(options)),
      root_(std::make_shared<DocumentRoot>(options_.root)),
      close_idle_(
          [](void* self) {
              auto& files = *static_cast<StaticFiles*>(self);
              FileCache& cache = files.root_->cache();
              cache.close_idle(files.context_.loop.now_ms());
              if (cache.open_count() > 0) files.context_.loop.start_timer(files.close_idle_, FileCache::kIdleMs);
          },
          this) {
    for (const auto& [pattern, target] : options_.rewrite_rules) (void)rewriter_.add(pattern, target);
}

bool StaticFiles::respond(Exchange& exchange) {
    const Bytes method = exchange.head.method;
    if (method != "GET" && method != "HEAD") return false;
    if (!find_path(exchange.head.path) || !is_ours()) return false;
    busy_ = false;
    if (!is_hidden(path_) && serve(exchange)) return true;
    if (busy_) {
        send_status(exchange, 503, kRetryAfter);
        return true;
    }
    if (options_.locations.empty()) return false;
    send_status(exchange, 404);
    return true;
}

// Puts the path into path_. False: it can be no file.
bool StaticFiles::find_path(Bytes encoded) {
    if (!http::normalize_path(encoded, path_)) return false;
    if (rewriter_.empty() || !rewriter_.apply(path_)) return true;
    const std::string rewritten = path_.substr(0, path_.find('?'));
    return rewritten.find('\0') == std::string::npos && http::resolve_segments(rewritten, path_);
}

// A location matches whole segments: `/app` matches `/app/x`, but not `/apple`.
bool StaticFiles::is_ours() const noexcept {
    if (options_.locations.empty()) return true;
    for (const std::string& location : options_.locations) {
        if (!path_.starts_with(location)) continue;
        if (location.ends_with('/') || path_.size() == location.size() || path_[location.size()] == '/') return true;
    }
    return false;
}

// Null: the process has no descriptor or memory left.
CachedFile* StaticFiles::look_up(const std::string& path, FileCache::Need need) {
    const Result<CachedFile*> found = root_->find(path, context_.loop.now_ms(), need);
    busy_ = busy_ || !found.ok();
    return found.ok() ? found.value() : nullptr;
}

CachedFile* StaticFiles::find(const std::string& path) {
    CachedFile* file = look_up(path, FileCache::Need::content);
    if (file != nullptr && file->is_file() && !file->described) describe(*file, path);
    return file;
}

// The content of a hidden file is not read. True also when that cannot be known.
bool StaticFiles::is_hidden(const std::string& path) {
    const CachedFile* file = look_up(path, FileCache::Need::status);
    return file == nullptr || file->hidden;
}

void StaticFiles::describe(CachedFile& file, const std::string& path) {
    file.described = true;
    file.media_type = options_.types == nullptr ? http::media_type_of(path) : options_.types->find(path);
    for (const auto& [pattern, value] : options_.cache_control) {
        if (::fnmatch(pattern.c_str(), path.c_str(), 0) != 0) continue;
        file.cache_control = value;
        break;
    }
    if (file.kind == CachedFile::Kind::open && !close_idle_.pending()) {
        context_.loop.start_timer(close_idle_, FileCache::kIdleMs);
    }
}

bool StaticFiles::serve(Exchange& exchange) {
    if (path_.ends_with('/')) return serve_directory(exchange);
    CachedFile* file = find(path_);
    if (file == nullptr || file->kind == CachedFile::Kind::missing) return false;
    if (file->kind == CachedFile::Kind::directory) {
        if (!has_page(path_)) return false;
        redirect(exchange);
        return true;
    }
    Representation chosen(*file, options_.precompressed);
    http::ContentCoding coding = http::ContentCoding::identity;
    if (options_.precompressed) {
        // Looking for variants may drop this entry.
        const Slice held = file->slice(0, 0);
        if (CachedFile* variant = find_variant(exchange.head, coding)) chosen.use(*variant, coding);
        send(exchange, chosen);
    } else {
        send(exchange, chosen);
    }
    return true;
}

CachedFile* StaticFiles::find_variant(const http::RequestHead& head, http::ContentCoding& coding) {
    const http::AcceptedCodings accepted(head);
    int weights[std::size(kNeighbours)];
    for (size_t i = 0; i < std::size(kNeighbours); ++i) weights[i] = accepted.weight(kNeighbours[i].coding);
    for (;;) {
        int* best = std::max_element(std::begin(weights), std::end(weights));
        if (*best == 0 || *best < accepted.weight(http::ContentCoding::identity)) return nullptr;
        const Neighbour& wanted = kNeighbours[best - weights];
        CachedFile* file = find(path_ + wanted.suffix);
        coding = wanted.coding;
        if (file != nullptr && file->is_file()) return file;
        *best = 0;
    }
}

bool StaticFiles::has_page(const std::string& directory) {
    if (options_.auto_index) return true;
    std::string path = directory;
    path += '/';
    const size_t length = path.size();
    for (const std::string& name : options_.index_files) {
        path.append(name);
        const CachedFile* file = find(path);
        const bool is_there = file != nullptr && file->is_file() && (is_for_handler(name) || !file->hidden);
        path.resize(length);
        if (is_there) return true;
    }
    return false;
}

// True: a hidden index file with this name is a program, and the handler answers for the directory.
bool StaticFiles::is_for_handler(Bytes name) const noexcept {
    return name.ends_with(".php") && options_.locations.empty();
}

bool StaticFiles::serve_directory(Exchange& exchange) {
    const size_t length = path_.size();
    for (const std::string& name : options_.index_files) {
        path_.append(name);
        const bool is_wanted = is_for_handler(name) || !is_hidden(path_);
        const CachedFile* file = is_wanted ? find(path_) : nullptr;
        if (file != nullptr && file->is_file()) return !file->hidden && serve(exchange);
        path_.resize(length);
    }
    return options_.auto_index && !busy_ && serve_list(exchange);
}

bool StaticFiles::serve_list(Exchange& exchange) {
    Result<Fd> directory = root_->folder().open_directory(path_.c_str());
    if (!directory.ok()) return false;
    send_text(exchange, 200, "text/html; charset=utf-8",
              directory_page(std::move(directory.value()), path_,
                             [this](const char* name, bool is_link) { return is_listed(name, is_link); }));
    return true;
}

// True: a request would not get 404, and the name does not start with a dot.
bool StaticFiles::is_listed(const char* name, bool is_link) const {
    std::string encoded;
    std::string place;
    http::append_encoded_path(encoded, path_ + name);
    if (!http::normalize_path(encoded, place)) return false;  // the name cannot be requested
    if (!options_.root.hidden_files && name[0] == '.') return false;
    if (root_->hidden().in_path(place)) return false;
    if (!is_link) return true;
    const Result<FileStatus> target = root_->folder().status(place.c_str());
    return target.ok() && (target.value().regular || target.value().directory);
}

// Built from the decoded path: "//host" in a Location would lead to another server.
void StaticFiles::redirect(Exchange& exchange) {
    std::string path;
    if (!http::normalize_path(exchange.head.path, path)) path = path_;
    std::string location;
    http::append_encoded_path(location, path);
    if (!location.ends_with('/')) location.push_back('/');
    if (!exchange.head.query.empty()) location.append("?").append(exchange.head.query);
    send_status(exchange, 301, {"Location", location});
}

// --- The response: the file, parts of it, or an error

void Representation::add_validators() noexcept {
    add("Last-Modified", Bytes(file->last_modified, http::kDateBytes));
    add("ETag", file->etag);
    if (!named->cache_control.empty()) add("Cache-Control", named->cache_control);
    if (varies) add("Vary", "Accept-Encoding");
}

void StaticFiles::send(Exchange& exchange, Representation& chosen) {
    FileResponse response(*chosen.file, exchange, context_.wall_us() / 1'000'000);
    if (response.status() == 416) {
        send_status(exchange, 416, {"Content-Range", response.content_range()});
        return;
    }
    chosen.add_validators();
    if (response.has_body()) {
        chosen.add("Content-Type", response.content_type(chosen.named->media_type));
        if (chosen.coding != http::ContentCoding::identity)
            chosen.add("Content-Encoding", http::name_of(chosen.coding));
        if (response.status() == 200) chosen.add("Accept-Ranges", "bytes");
        if (!response.content_range().empty()) chosen.add("Content-Range", response.content_range());
    }
    http::ResponseHead head;
    head.fields = chosen.fields.data();
    head.field_count = chosen.count;
    (void)response.send(exchange, head);
}

void StaticFiles::send_status(Exchange& exchange, int status, http::Field field) {
    send_text(exchange, status, "text/plain", std::string(http::reason_phrase(status)), field);
}

void StaticFiles::send_text(Exchange& exchange, int status, Bytes type, std::string text, http::Field field) {
    const http::Field fields[] = {{"Content-Type", type}, field};
    http::ResponseHead head;
    head.status = status;
    head.fields = fields;
    head.field_count = field.name.empty() ? 1 : 2;
    (void)exchange.responder()->respond(exchange, head, owned(std::move(text)));
}

}  // namespace tern::serve
