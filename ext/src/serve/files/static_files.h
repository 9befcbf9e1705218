// Answers requests for files below a root directory without the program. There is one for each port of a worker.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "base/fd.h"
#include "loop/loop.h"
#include "protocol/http/content_coding.h"
#include "protocol/http/mime.h"
#include "serve/context.h"
#include "serve/exchange.h"
#include "serve/files/file_cache.h"

namespace tern::serve {

// Rules that replace a request's path (url_rewrite_rules). A pattern between '~' is a regular expression, whose match
// is replaced by the target with `$1`...; other patterns are prefixes. The first matching rule is used.
class Rewriter {
public:
    Rewriter() = default;
    Rewriter(const Rewriter&) = delete;
    Rewriter& operator=(const Rewriter&) = delete;
    ~Rewriter();

    // What is wrong with the pattern; null: it is valid.
    static const char* complaint(Bytes pattern);

    // False: complaint() has an error, and nothing is added.
    bool add(Bytes pattern, Bytes target);
    bool empty() const noexcept { return rules_.empty(); }
    // True: a rule matched. Then the path is not normalized, and may have a query.
    bool apply(std::string& path) const;

private:
    struct Rule {
        std::string prefix;
        std::string target;
        void* expression = nullptr;
    };
    std::vector<Rule> rules_;
};

// Names below a document root that are treated as missing: program files, backup files of editors, and those of the
// option static_hidden_names.
class HiddenNames {
public:
    // `usual`: hides the list in docs/static.md. `patterns` are for fnmatch(), ignoring case. One that starts with '/'
    // is for a path from the root on, where '*' does not match '/'. The others are for names.
    HiddenNames(bool usual, std::vector<std::string> patterns) noexcept;

    // True: one of the names in a path that starts with '/' is hidden.
    bool in_path(Bytes path) const;
    // True: the name of a file or directory, without '/', is hidden wherever it is.
    bool has(Bytes name) const;

private:
    bool has_path(Bytes path) const;

    bool usual_;
    std::vector<std::string> patterns_;
    std::vector<std::string> paths_;
};

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

// The list of a directory as an HTML page (http_autoindex).

// At most kMostListed entries are listed. `path` is the decoded request path, with a '/' at its end.
inline constexpr size_t kMostListed = 10'000;
// Whether a file, a directory, or a link is listed.
using ListedNames = std::function<bool(const char* name, bool is_link)>;
std::string directory_page(Fd directory, Bytes path, const ListedNames& listed);

// The form in which a file is sent: its own bytes or those of a compressed variant, with the matching fields.
struct Representation {
    static constexpr size_t kMostFields = 8;

    CachedFile* file;
    const CachedFile* named;  // the requested file
    http::ContentCoding coding = http::ContentCoding::identity;
    std::array<http::Field, kMostFields> fields;
    size_t count = 0;
    bool varies;

    Representation(CachedFile& its_file, bool may_vary) noexcept
        : file(&its_file), named(&its_file), varies(may_vary) {}
    void use(CachedFile& variant, http::ContentCoding its_coding) noexcept {
        file = &variant;
        coding = its_coding;
    }
    void add(Bytes name, Bytes value) noexcept {
        TERN_CHECK(count < kMostFields);
        fields[count++] = {name, value};
    }
    // Adds the fields of answers with and without a body (RFC 9110 15.4.5).
    void add_validators() noexcept;
};

}  // namespace tern::serve
