#include "php/engine/options/option_row.h"

namespace tern::php {

const char* type_name(OptionKind kind) noexcept {
    switch (kind) {
        case OptionKind::boolean: return "bool";
        case OptionKind::count:
        case OptionKind::integer: return "int";
        case OptionKind::size: return "int (bytes) or a string as \"8M\"";
        case OptionKind::ratio: return "int or float (0 to 1)";
        case OptionKind::seconds: return "int or float (seconds)";
        case OptionKind::text: return "string";
        case OptionKind::path: return "string (path)";
        case OptionKind::callable: return "callable";
        case OptionKind::integers: return "array of int";
        case OptionKind::texts: return "array of string";
        case OptionKind::map: return "array of string by string";
        case OptionKind::records: return "array of arrays by string";
    }
    return "";
}

}  // namespace tern::php
