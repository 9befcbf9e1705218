#define PCRE2_CODE_UNIT_WIDTH 8
#include <memory>
#include <pcre2.h>

#include "serve/files/static_files.h"

namespace tern::serve {

namespace {

constexpr uint32_t kMatchLimit = 100'000;  // steps: a bad pattern must not block the loop
constexpr size_t kLongestPath = 4096;

struct FreeCode {
    void operator()(pcre2_code* code) const noexcept { pcre2_code_free(code); }
};
struct FreeContext {
    void operator()(pcre2_match_context* context) const noexcept { pcre2_match_context_free(context); }
};
using Code = std::unique_ptr<pcre2_code, FreeCode>;

// Compiles `~expression~flags`; the only flag is i.
Code compile(Bytes pattern) {
    const size_t end = pattern.rfind('~');
    if (end == 0 || end == Bytes::npos) return nullptr;
    uint32_t options = PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C;
    const Bytes flags = pattern.substr(end + 1);
    if (flags == "i") options |= PCRE2_CASELESS;
    if (!flags.empty() && flags != "i") return nullptr;
    const Bytes expression = pattern.substr(1, end - 1);
    int error = 0;
    PCRE2_SIZE place = 0;
    return Code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error,
                              &place, nullptr));
}

// False: the pattern does not match.
bool substitute(const pcre2_code* code, const std::string& target, std::string& path) {
    const std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(context.get(), kMatchLimit);
    std::string result(kLongestPath, '\0');
    PCRE2_SIZE length = result.size();
    const int count =
        pcre2_substitute(code, reinterpret_cast<PCRE2_SPTR>(path.data()), path.size(), 0, PCRE2_SUBSTITUTE_UNSET_EMPTY,
                         nullptr, context.get(), reinterpret_cast<PCRE2_SPTR>(target.data()), target.size(),
                         reinterpret_cast<PCRE2_UCHAR*>(result.data()), &length);
    if (count <= 0) return false;
    result.resize(length);
    path = std::move(result);
    return true;
}

}  // namespace

Rewriter::~Rewriter() {
    for (Rule& rule : rules_) pcre2_code_free(static_cast<pcre2_code*>(rule.expression));
}

const char* Rewriter::complaint(Bytes pattern) {
    if (pattern.starts_with('/')) return nullptr;
    if (!pattern.starts_with('~')) return "start with \"/\", or be a regular expression between \"~\"";
    return compile(pattern) == nullptr ? "be a valid regular expression between \"~\", with no flag but \"i\""
                                       : nullptr;
}

bool Rewriter::add(Bytes pattern, Bytes target) {
    Rule rule{std::string(pattern), std::string(target)};
    if (!pattern.starts_with('/')) {
        rule.expression = pattern.starts_with('~') ? compile(pattern).release() : nullptr;
        if (rule.expression == nullptr) return false;
    }
    rules_.push_back(std::move(rule));
    return true;
}

bool Rewriter::apply(std::string& path) const {
    for (const Rule& rule : rules_) {
        if (rule.expression != nullptr) {
            if (substitute(static_cast<const pcre2_code*>(rule.expression), rule.target, path)) return true;
        } else if (path.starts_with(rule.prefix)) {
            path.replace(0, rule.prefix.size(), rule.target);
            return true;
        }
    }
    return false;
}

}  // namespace tern::serve
