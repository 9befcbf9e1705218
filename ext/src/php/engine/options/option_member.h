// The member of a struct that a row of options sets: its place and its type. A value is converted to that type once,
// when it is set. So rows point straight into the structs of the core, and nothing has to copy values to them.
//
// A type of members needs two functions in this namespace, declared before its first row: put() stores a value, or adds
// one to a list, and show() returns the member as programs write it.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

// Each kind is named after what programs pass.
enum class OptionKind : uint8_t {
    boolean,
    integer,
    size,     // bytes; the nearest possible number is taken
    count,    // of things; the nearest possible number is taken
    seconds,  // fractions allowed; the member has milliseconds
    ratio,    // 0 to 1; the member has millionths
    text,
    path,      // text without NUL bytes
    callable,  // kept by who has the array; the member is true when there is one
    integers,  // array of int
    texts,     // array of string
    map,       // array of string by string, in order
    records,   // array by string of arrays of string by string (std::vector<TextRecord>)
};

// How many units of the member are one unit of the program. 1: programs write integers.
constexpr int64_t scale_of(OptionKind kind) noexcept {
    return kind == OptionKind::seconds ? 1'000 : kind == OptionKind::ratio ? 1'000'000 : 1;
}

// One PHP value as an option needs it.
struct OptionValue {
    int64_t number;
    Bytes key;           // of an element of a map or a record
    Bytes text;          // lives as long as the value read, or as `owner`
    zend_string* owner;  // not null: the caller releases it
};

using TextPairs = std::vector<std::pair<std::string, std::string>>;

struct TextRecord {
    std::string name;
    TextPairs fields;
};

inline void put(bool& member, const OptionValue& value) noexcept { member = value.number != 0; }
inline void put(std::string& member, const OptionValue& value) { member.assign(value.text); }
inline void put(TextPairs& member, const OptionValue& value) { member.emplace_back(value.key, value.text); }
inline void put(TextRecord& member, const OptionValue& value) { put(member.fields, value); }
template <class T>
requires(std::is_integral_v<T> || std::is_enum_v<T>) void put(T& member, const OptionValue& value) noexcept {
    member = static_cast<T>(value.number);
}
template <class T>
void put(std::vector<T>& member, const OptionValue& value) {
    put(member.emplace_back(), value);
}

inline void show(OptionKind, const bool& member, zval* into) { ZVAL_BOOL(into, member); }
inline void show(OptionKind, const std::string& member, zval* into) {
    ZVAL_STRINGL(into, member.data(), member.size());
}
inline void show(OptionKind, const TextPairs& member, zval* into) {
    array_init(into);
    for (const auto& [key, text] : member) {
        add_assoc_stringl_ex(into, key.data(), key.size(), text.data(), text.size());
    }
}
template <class T>
requires(std::is_integral_v<T> || std::is_enum_v<T>) void show(OptionKind kind, const T& member, zval* into) {
    const auto number = static_cast<int64_t>(member);
    if (scale_of(kind) == 1) {
        ZVAL_LONG(into, number);
    } else {
        ZVAL_DOUBLE(into, static_cast<double>(number) / static_cast<double>(scale_of(kind)));
    }
}
template <class T>
void show(OptionKind kind, const std::vector<T>& member, zval* into) {
    array_init(into);
    for (const T& one : member) {
        zval element;
        show(kind, one, &element);
        add_next_index_zval(into, &element);
    }
}
inline void show(OptionKind kind, const std::vector<TextRecord>& member, zval* into) {
    array_init(into);
    for (const TextRecord& record : member) {
        zval fields;
        show(kind, record.fields, &fields);
        add_assoc_zval_ex(into, record.name.data(), record.name.size(), &fields);
    }
}

struct MemberType {
    bool (*holds)(int64_t number);  // false: it is a number of another range
    void (*copy)(const void* from, void* to);
    void (*clear)(void* member);
    void (*put)(void* member, const OptionValue& value);
    void (*show)(OptionKind kind, const void* member, zval* into);
};

template <class T>
constexpr bool holds(int64_t number) noexcept {
    if constexpr (std::is_enum_v<T>) {
        return std::in_range<std::underlying_type_t<T>>(number);
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        return std::in_range<T>(number);
    } else {
        return true;
    }
}

template <class T>
inline constexpr MemberType kMemberType = {
    holds<T>,
    [](const void* from, void* to) { *static_cast<T*>(to) = *static_cast<const T*>(from); },
    [](void* member) { *static_cast<T*>(member) = T(); },
    [](void* member, const OptionValue& value) { put(*static_cast<T*>(member), value); },
    [](OptionKind kind, const void* member, zval* into) { show(kind, *static_cast<const T*>(member), into); },
};

struct OptionMember {
    uint16_t offset;
    const MemberType* type;

    void* in(void* target) const noexcept { return static_cast<char*>(target) + offset; }
    const void* in(const void* target) const noexcept { return static_cast<const char*>(target) + offset; }
};

// `path` may lead through members: TERN_MEMBER(PortConfig, serving.limits.head.fields).
#define TERN_MEMBER(Struct, path)                                                                 \
    ::tern::php::OptionMember {                                                                   \
        static_cast<uint16_t>(offsetof(Struct, path)),                                            \
            &::tern::php::kMemberType<std::remove_cvref_t<decltype(std::declval<Struct>().path)>> \
    }

}  // namespace tern::php
