// Answers requests for files below a root directory without the program. There is one for each port of a worker.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "loop/loop.h"
#include "protocol/http/content_coding.h"
#include "protocol/http/mime.h"
#include "serve/context.h"
#include "serve/exchange.h"
#include "serve/files/file_cache.h"
#include "serve/files/hidden_names.h"
#include "serve/files/rewrite.h"

namespace tern::serve {

struct Representation;

using TextPairs = std::vector<std::pair<std::string, std::string>>;

// Each is an option in docs/options.md.
struct StaticOptions {
    std::string root;
    std::vector<std::string> locations;  // empty: all paths, and the handler gets those without a file
    std::vector<std::string> index_files;
    TextPairs cache_control;  // a pattern for fnmatch(), and the field's value
    TextPairs rewrite_rules;
    bool auto_index = false;
    bool follow_links = true;  // also out of the root
    bool hidden_files = false;
    std::vector<std::string> hidden_names;  // patterns of additional names
    bool precompressed = false;
    FileCacheOptions cache;
    const http::MediaTypes* types = nullptr;  // outlives this
};

class StaticFiles {
public:
    // `context` outlives it.
    StaticFiles(Context& context, StaticOptions options) noexcept;
    StaticFiles(const StaticFiles&) = delete;
    StaticFiles& operator=(const StaticFiles&) = delete;

    Error open() noexcept;
    // False: the handler must answer this request.
    bool answer(Exchange& exchange);

private:
    bool find_path(Bytes encoded);
    bool is_ours() const noexcept;
    bool serve(Exchange& exchange);
    bool serve_directory(Exchange& exchange);
    bool has_page(const std::string& directory);
    bool is_for_handler(Bytes name) const noexcept;
    bool serve_list(Exchange& exchange);
    bool is_listed(const char* name, bool is_link) const;
    CachedFile* find(const std::string& path);
    CachedFile* find_variant(const http::RequestHead& head, http::ContentCoding& coding);
    void describe(CachedFile& file, const std::string& path);
    void redirect(Exchange& exchange);

    // In static_answer.cpp.
    void send(Exchange& exchange, Representation& chosen);
    void send_status(Exchange& exchange, int status, http::Field field = {});
    void send_text(Exchange& exchange, int status, Bytes type, std::string text, http::Field field = {});

    Context& context_;
    StaticOptions options_;
    HiddenNames hidden_;
    Rewriter rewriter_;
    RootDirectory root_;
    FileCache cache_;
    loop::Timer close_idle_;
    std::string path_;   // of the current request
    bool busy_ = false;  // the last search failed for lack of descriptors or memory
};

}  // namespace tern::serve
