// The keywords of SQL that matter to digests and summaries, with what each means to them.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace tern::sql {

enum Keyword : uint32_t {
    kNoKeyword = 0,
    kVerb = 1 << 0,         // of a part of a statement: SELECT, INSERT
    kReads = 1 << 1,        // a statement that begins with it only reads
    kNamesNext = 1 << 2,    // a name of a table follows, if it is the first word
    kNoName = 1 << 3,       // where a name of a table is expected, it is not one
    kEndsTables = 1 << 4,   // of a list of tables
    kBeforeList = 1 << 5,   // what opens behind it are not the arguments of a function
    kBeforeValue = 1 << 6,  // a sign behind it belongs to a number
    kValueWord = 1 << 7,    // NULL, TRUE
    kNoVerbNext = 1 << 8,   // FOR UPDATE, ON UPDATE, DO UPDATE
    kSelect = 1 << 9,
    kFrom = 1 << 10,
    kJoin = 1 << 11,
    kInto = 1 << 12,
    kTable = 1 << 13,
    kUsing = 1 << 14,
    kWith = 1 << 15,
    kIn = 1 << 16,
    kDistinct = 1 << 17,
    kReplace = 1 << 18,
    kDelete = 1 << 19,
};

// What the word means, in any case; kNoKeyword: nothing.
uint32_t keyword_of(Bytes word) noexcept;

}  // namespace tern::sql
