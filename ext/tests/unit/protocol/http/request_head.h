#pragma once

#include <initializer_list>

#include "protocol/http/head.h"

namespace tern::http::test {

inline RequestHead head_with(std::initializer_list<Field> fields) {
    RequestHead head;
    for (const Field& field : fields) head.fields[head.field_count++] = field;
    return head;
}

}  // namespace tern::http::test
