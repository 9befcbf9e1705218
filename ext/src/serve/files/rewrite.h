// Rules that turn a request's path into another one (url_rewrite_rules). A pattern between '~' is a regular expression,
// whose match is replaced by the target with `$1`...; any other one is the start of a path. The first that fits counts.
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

    // What is wrong with the pattern; null: nothing.
    static const char* complaint(Bytes pattern);

    // False, and nothing added, when complaint() has one.
    bool add(Bytes pattern, Bytes target);
    bool empty() const noexcept { return rules_.empty(); }
    // True when a rule fitted. The path is not normalized then, and may have a query.
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
