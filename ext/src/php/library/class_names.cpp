#include "php/library/class_names.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/check.h"
#include "php/engine/classes.h"
#include "php/engine/globals.h"

namespace tern::php::library {

const Source kConstantClass = {"openswoole\\constant", TERN_LIBRARY_FOLDER "OpenSwoole/Constant.php", "",
                               ClassKind::plain};

namespace {

constexpr Bytes kShort = "co\\";
constexpr Bytes kLong = "swoole\\coroutine\\";
constexpr Bytes kSwoole = "swoole\\";
constexpr Bytes kOpenSwoole = "openswoole\\";
constexpr Bytes kInternal = "tern\\internal\\";

// Further names of classes, among them those that programs used before Swoole 5.
struct OtherName {
    Bytes other_name;
    Bytes class_name;
};

constexpr OtherName kOtherNames[] = {
    {"swoole_buffer", "swoole\\buffer"},
    {"swoole_client", "swoole\\client"},
    {"swoole_http2_request", "swoole\\http2\\request"},
    {"swoole_http2_response", "swoole\\http2\\response"},
    {"swoole_process_pool", "swoole\\process\\pool"},
    {"swoole\\process\\processmanager", "swoole\\process\\manager"},
    {"co\\coroutine\\curl\\exception", "swoole\\coroutine\\curl\\exception"},
    {"swoolelibrary", "tern\\internal\\libraryoptions"},
};

// Classes that extend what a package declares.
constexpr Bytes kOfPackages[] = {"tern\\cache\\psr16cache", "tern\\cache\\psr6pool",
                                 "tern\\http\\psr18client", "tern\\laravel\\cacheserviceprovider",
                                 "tern\\revolt\\driver",    "tern\\symfony\\cacheadapter",
                                 "tern\\symfony\\runtime",  "tern\\symfony\\tagawarecacheadapter"};

// Null: there is no such class. The name is `head` and `rest` together.
const Source* find(Bytes head, Bytes rest) noexcept {
    const std::span<const Source> all = sources();
    const auto is_before = [&](const Source& one) {
        const int order = one.class_name.substr(0, head.size()).compare(head);
        return order < 0 || (order == 0 && one.class_name.substr(head.size()) < rest);
    };
    const auto found = std::partition_point(all.begin(), all.end(), is_before);
    const bool is_there =
        found != all.end() && found->class_name.starts_with(head) && found->class_name.substr(head.size()) == rest;
    return is_there ? &*found : nullptr;
}

const Source* find_other_name(Bytes name) noexcept {
    const auto* row = std::ranges::find(kOtherNames, name, &OtherName::other_name);
    return row == std::end(kOtherNames) ? nullptr : find(row->class_name, Bytes());
}

const Source* find_short_name(Bytes name) noexcept {
    if (!TERN_G(use_shortname)) return nullptr;
    const Source* source = find(kLong, name.substr(kShort.size()));
    return source != nullptr ? source : find_other_name(name);
}

const Source* find_openswoole(Bytes name) noexcept {
    if (!TERN_G(openswoole)) return nullptr;
    if (name == kConstantClass.class_name) return &kConstantClass;
    const Source* source = find(name, Bytes());
    return source != nullptr ? source : find(kSwoole, name.substr(kOpenSwoole.size()));
}

// Calls see() with `head` and what follows `from` in the name.
void see_renamed(Bytes name, Bytes from, Bytes head, void (*see)(Bytes name, void* argument), void* argument) {
    char renamed[kLongestName];
    const Bytes rest = name.substr(from.size());
    TERN_CHECK(head.size() + rest.size() <= sizeof renamed);
    std::memcpy(renamed, head.data(), head.size());
    std::memcpy(renamed + head.size(), rest.data(), rest.size());
    see(Bytes(renamed, head.size() + rest.size()), argument);
}

}  // namespace

const Source* source_of(Bytes name) noexcept {
    if (name.starts_with(kOpenSwoole)) return find_openswoole(name);
    if (name.starts_with(kShort)) return find_short_name(name);
    if (!name.starts_with("swoole") && !name.starts_with("tern\\")) return nullptr;
    const Source* source = find(name, Bytes());
    return source != nullptr ? source : find_other_name(name);
}

bool is_api(const Source& source) noexcept {
    if (source.class_name.starts_with(kInternal))
        return std::ranges::find(kOtherNames, source.class_name, &OtherName::class_name) != std::end(kOtherNames);
    if (source.class_name.starts_with(kOpenSwoole)) return TERN_G(openswoole);
    return std::ranges::find(kOfPackages, source.class_name) == std::end(kOfPackages);
}

Bytes declared_name(const Source& source, char (&into)[kLongestName]) noexcept {
    Bytes path = Bytes(source.file).substr(sizeof(TERN_LIBRARY_FOLDER) - 1);
    path = path.substr(0, path.rfind('.'));
    const bool is_rooted = !source.class_name.starts_with(kSwoole);
    const Bytes root = is_rooted ? Bytes() : "Swoole\\";
    TERN_CHECK(root.size() + path.size() <= kLongestName);
    std::ranges::copy(root, into);
    std::ranges::replace_copy(path, into + root.size(), '/', '\\');
    return Bytes(into, root.size() + path.size());
}

void each_other_name(const Source& source, void (*see)(Bytes name, void* argument), void* argument) {
    const Bytes name = source.class_name;
    if (TERN_G(use_shortname) && name.starts_with(kLong)) see_renamed(name, kLong, kShort, see, argument);
    const bool has_own = name == kConstantClass.class_name.substr(kOpenSwoole.size() - kSwoole.size());
    if (TERN_G(openswoole) && name.starts_with(kSwoole) && !has_own)
        see_renamed(name, kSwoole, kOpenSwoole, see, argument);
    for (const OtherName& one : kOtherNames) {
        if (one.class_name != name) continue;
        if (TERN_G(use_shortname) || !one.other_name.starts_with(kShort)) see(one.other_name, argument);
    }
}

void each_api_class(void (*see)(const Source& source, void* argument), void* argument) {
    for (const Source& one : sources()) {
        if (is_api(one)) see(one, argument);
    }
    if (is_api(kConstantClass)) see(kConstantClass, argument);
}

namespace {

constexpr Bytes kPrefix = "OPENSWOOLE_";

}  // namespace

zend_string* constant_class() {
    smart_str text = {};
    smart_str_appends(&text, "<?php namespace OpenSwoole; class Constant extends \\Swoole\\Constant {\n");
    zend_string* key;
    ZEND_HASH_FOREACH_STR_KEY(EG(zend_constants), key) {
        if (key == nullptr || !view(key).starts_with(kPrefix)) continue;
        const Bytes name = view(key).substr(kPrefix.size());
        smart_str_appends(&text, "public const ");
        smart_str_appendl(&text, name.data(), name.size());
        smart_str_appends(&text, " = \\");
        smart_str_append(&text, key);
        smart_str_appends(&text, ";\n");
    }
    ZEND_HASH_FOREACH_END();
    smart_str_appends(&text, "}\n");
    return smart_str_extract(&text);
}

}  // namespace tern::php::library
