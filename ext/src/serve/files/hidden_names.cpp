#include "serve/files/hidden_names.h"

#include <algorithm>
#include <fnmatch.h>
#include <locale.h>

#include "protocol/http/uri.h"

namespace tern::serve {

namespace {

// Extensions of programs, anywhere in a name: `config.php.txt` may be a backup.
constexpr Bytes kPrograms[] = {"php", "phps", "pht", "phtml", "phar"};
constexpr Bytes kIncluded = ".inc";
constexpr Bytes kPages[] = {".html", ".htm"};  // such as `Cart.php.html` in a coverage report
constexpr Bytes kBackups[] = {"~", ".bak", ".old", ".orig", ".save", ".swp", ".swo", ".swn", ".dist"};
constexpr Bytes kOthers[] = {"composer.json", "composer.lock", "auth.json"};

constexpr Bytes kLibraries[] = {"vendor", "node_modules"};  // folders of code that is made to be included

// A name without one of these characters is not in the list.
constexpr Bytes kMarks = ".~#";

bool is_alphanumeric(char lower) noexcept { return (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9'); }

bool ends_with_one(Bytes name, const auto& ends) noexcept {
    return std::ranges::any_of(ends, [name](Bytes end) { return name.ends_with(end); });
}

// True: `rest` begins with the extension of a program, perhaps with a version, but not with another word.
bool begins_as_program(Bytes rest) noexcept {
    for (const Bytes extension : kPrograms) {
        if (!rest.starts_with(extension)) continue;
        const size_t end = rest.find_first_not_of("0123456789", extension.size());
        if (end == Bytes::npos || !is_alphanumeric(rest[end])) return true;
    }
    return false;
}

bool is_program(Bytes name) noexcept {
    if (name.ends_with(kIncluded)) return true;
    if (ends_with_one(name, kPages)) return false;
    for (size_t dot = name.find('.'); dot != Bytes::npos; dot = name.find('.', dot + 1)) {
        if (begins_as_program(name.substr(dot + 1))) return true;
    }
    return false;
}

bool is_usual(Bytes name) {
    if (name.find_first_of(kMarks) == Bytes::npos) return false;
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), ascii_lower);
    if (lower.starts_with('#') && lower.ends_with('#')) return true;
    return is_program(lower) || ends_with_one(lower, kBackups) ||
           std::ranges::find(kOthers, lower) != std::end(kOthers);
}

bool is_library(Bytes name) noexcept {
    return std::ranges::any_of(kLibraries, [name](Bytes library) { return equals_lower(name, library); });
}

// Whether that is true for one of the names in a path that starts with '/'.
bool any_name(Bytes path, auto is_wanted) {
    while (!path.empty()) {
        path.remove_prefix(1);
        const Bytes name = path.substr(0, path.find('/'));
        if (!name.empty() && is_wanted(name)) return true;
        path.remove_prefix(name.size());
    }
    return false;
}

bool usual_in_path(Bytes path) {
    if (http::has_hidden_segment(path)) return true;
    return path.find_first_of(kMarks) != Bytes::npos && any_name(path, is_usual);
}

// By bytes, whatever the locale of the process is.
bool matches(const std::string& pattern, const std::string& text, int flags) noexcept {
    static const locale_t bytes = newlocale(LC_ALL_MASK, "C", nullptr);
    const locale_t outer = uselocale(bytes);
    const bool found = ::fnmatch(pattern.c_str(), text.c_str(), FNM_CASEFOLD | flags) == 0;
    (void)uselocale(outer);
    return found;
}

bool has_match(const std::vector<std::string>& patterns, Bytes name) {
    if (patterns.empty()) return false;
    const std::string text(name);
    return std::ranges::any_of(patterns, [&text](const std::string& pattern) { return matches(pattern, text, 0); });
}

// The beginning of a path that starts with '/'; empty: it has fewer names.
Bytes first_names(Bytes path, size_t names) noexcept {
    size_t end = 0;
    for (size_t n = 0; n < names; ++n) {
        if (end == path.size()) return {};
        end = std::min(path.find('/', end + 1), path.size());
    }
    return path.substr(0, end);
}

}  // namespace

HiddenNames::HiddenNames(bool usual, std::vector<std::string> patterns) noexcept : usual_(usual) {
    for (std::string& one : patterns) {
        if (!one.starts_with('/')) {
            patterns_.push_back(std::move(one));
            continue;
        }
        const auto names = static_cast<size_t>(std::ranges::count(one, '/'));
        paths_.push_back({std::move(one), names});
    }
}

bool HiddenNames::in_path(Bytes path) const { return (usual_ && usual_in_path(path)) || pattern_in_path(path); }

bool HiddenNames::has(Bytes name) const {
    if (name.empty()) return false;
    return (usual_ && is_usual(name)) || has_match(patterns_, name);
}

size_t HiddenNames::first_folder(Bytes path) const {
    size_t first = Bytes::npos;
    for (const PathPattern& one : paths_) {
        const size_t end = match(one, path).size();
        if (end > 0 && end < path.size()) first = std::min(first, end);
    }
    for (size_t begin = 0, end = path.find('/', 1); end < first; begin = end, end = path.find('/', end + 1)) {
        const Bytes name = path.substr(begin, end - begin);  // with its slash
        if (name.size() > 1 && ((usual_ && usual_in_path(name)) || has_match(patterns_, name.substr(1)))) return end;
    }
    return first;
}

// The beginning of the path that the pattern is for and matches; empty: there is none.
Bytes HiddenNames::match(const PathPattern& pattern, Bytes path) {
    const Bytes beginning = first_names(path, pattern.names);
    return matches(pattern.text, std::string(beginning), FNM_PATHNAME) ? beginning : Bytes();
}

bool HiddenNames::script_in_path(Bytes path) const {
    const Bytes folder = path.substr(0, path.rfind('/') + 1);
    if (path.substr(folder.size()).starts_with('.')) return true;
    return usual_in_path(folder) || any_name(folder, is_library) || pattern_in_path(path);
}

bool HiddenNames::pattern_in_path(Bytes path) const {
    if (std::ranges::any_of(paths_, [path](const PathPattern& one) { return !match(one, path).empty(); })) return true;
    return !patterns_.empty() && any_name(path, [this](Bytes name) { return has_match(patterns_, name); });
}

}  // namespace tern::serve
