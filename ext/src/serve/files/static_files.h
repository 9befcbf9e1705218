// Responds to requests for files below a root directory without the program. There is one for each port of a worker.
#pragma once

#include <array>
#include <functional>
#include <memory>
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
#include "serve/files/document_root.h"

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

struct Representation;

using TextPairs = std::vector<std::pair<std::string, std::string>>;

// Each is an option in docs/options.md.
struct StaticOptions {
    DocumentRoot::Options root;
    std::vector<std::string> locations;  // empty: all paths, and the handler gets those without a file
    std::vector<std::string> index_files;
    TextPairs cache_control;  // a pattern for fnmatch(), and the field's value
    TextPairs rewrite_rules;
    bool auto_index = false;
    bool precompressed = false;
    const http::MediaTypes* types = nullptr;  // outlives this
};

class StaticFiles {
public:
    // `context` outlives it.
    StaticFiles(Context& context, StaticOptions options) noexcept;
    StaticFiles(const StaticFiles&) = delete;
    StaticFiles& operator=(const StaticFiles&) = delete;

    Error open() noexcept { return root_->open(); }
    const std::shared_ptr<DocumentRoot>& root() const noexcept { return root_; }
    // False: the handler must respond to this request.
    bool respond(Exchange& exchange);

private:
    bool find_path(Bytes encoded);
    bool is_ours() const noexcept;
    bool serve(Exchange& exchange);
    bool serve_directory(Exchange& exchange);
    bool has_page(const std::string& directory);
    bool is_for_handler(Bytes name) const noexcept;
    bool serve_list(Exchange& exchange);
    bool is_listed(const char* name, bool is_link) const;
    CachedFile* look_up(const std::string& path, FileCache::Need need);
    CachedFile* find(const std::string& path);
    bool is_hidden(const std::string& path);
    CachedFile* find_variant(const http::RequestHead& head, http::ContentCoding& coding);
    void describe(CachedFile& file, const std::string& path);
    void redirect(Exchange& exchange);

    void send(Exchange& exchange, Representation& chosen);
    void send_status(Exchange& exchange, int status, http::Field field = {});
    void send_text(Exchange& exchange, int status, Bytes type, std::string text, http::Field field = {});

    Context& context_;
    StaticOptions options_;
    std::shared_ptr<DocumentRoot> root_;
    Rewriter rewriter_;
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
    // Adds the fields of responses with and without a body (RFC 9110 15.4.5).
    void add_validators() noexcept;
};

}  // namespace tern::serve
