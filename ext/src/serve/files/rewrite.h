// Rules that replace a request's path (url_rewrite_rules). A pattern between '~' is a regular expression, whose match
// is replaced by the target with `$1`...; other patterns are prefixes. The first matching rule is used.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::serve {

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

}  // namespace tern::serve
