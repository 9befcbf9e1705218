// The names of the classes of the library. A class may have other names: Co\X for Swoole\Coroutine\X, OpenSwoole\X for
// Swoole\X, and those that programs used before Swoole 5. The settings of php.ini decide which of them there are.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "php/engine/compat/engine.h"

namespace tern::php::library {

// The table of the PHP files of this folder, made by library.awk.
enum class ClassKind : uint8_t { plain, interface, trait, enumeration };

struct Source {
    Bytes class_name;  // in lower case
    const char* file;  // as in stack traces
    Bytes text;        // begins with <?php
    ClassKind kind;
};

// Sorted by class name.
std::span<const Source> sources() noexcept;

// OpenSwoole\Constant. Its text is made when it is loaded.
extern const Source kConstantClass;

// The class that a name means. Null: none of the library.
const Source* source_of(Bytes lower_name) noexcept;

// Whether programs may use the class whatever packages they have. Tern\Internal\X is not for programs, unless it has
// another name.
bool is_api(const Source& source) noexcept;

// The name with its capitals. `into` has room for it.
inline constexpr size_t kLongestName = 128;
Bytes declared_name(const Source& source, char (&into)[kLongestName]) noexcept;

// Calls see() for each other name of the class, in lower case.
void each_other_name(const Source& source, void (*see)(Bytes name, void* argument), void* argument);

// Calls see() for each class that is_api(), sorted by name.
void each_api_class(void (*see)(const Source& source, void* argument), void* argument);

// OpenSwoole\Constant, which has a constant for each OPENSWOOLE_* constant, under the rest of its name.
// The text of the class, in PHP. The caller releases it.
zend_string* constant_class();

}  // namespace tern::php::library
