// What the texts of statements do, of those that were read before. Programs send the same few over and over.
#pragma once

#include "sql/known_statements.h"

namespace tern::php {

template <class Access, class Mode>
class KnownAccess {
public:
    // `read`: says it of a text that is not known.
    template <class Read>
    Access of(Bytes text, Mode mode, const Read& read) {
        for (const Access access : {Access::repeats, Access::reads, Access::sets}) {
            if (known_.has(text, {mode, access})) return access;
        }
        const Access access = read(text, mode);
        if (access != Access::writes) known_.add(text, {mode, access});
        return access;
    }

private:
    struct Known {
        Mode mode;
        Access access = Access::writes;
        bool operator==(const Known&) const = default;
    };
    sql::KnownStatements<Known> known_;
};

}  // namespace tern::php
