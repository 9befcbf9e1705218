// Pages of the documentation about one error: what it means and what to do. A message that has a page ends in its URL.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tern {

// The address of the documentation. composer.json has it as "homepage"; scripts/checks/site compares the places.
inline constexpr std::string_view kSite = "https://tern-php.github.io/tern";
inline constexpr std::string_view kErrors = "/errors/";

// The page docs/errors/NAME.md.
template <size_t N>
struct ErrorPage {
    char url[kSite.size() + kErrors.size() + N]{};

    consteval explicit ErrorPage(const char (&name)[N]) {
        char* end = std::copy(kSite.begin(), kSite.end(), url);
        end = std::copy(kErrors.begin(), kErrors.end(), end);
        std::copy(name, name + N, end);
    }
};

}  // namespace tern
