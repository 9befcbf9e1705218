// The media type of a file by its extension.
#pragma once

#include <map>
#include <string>

#include "base/bytes.h"

namespace tern::http {

inline constexpr Bytes kDefaultMediaType = "application/octet-stream";

// A static text without parameters. `file_name` may be a path; the extension is the text after the last '.' of its last
// part, in any case. kDefaultMediaType: there is none, or it is unknown.
Bytes media_type_of(Bytes file_name) noexcept;

// That table with a program's changes. Extensions are stored in lower case, without a dot.
class MediaTypes {
public:
    // The view is valid until the next change.
    Bytes find(Bytes file_name) const;
    bool has(Bytes extension) const;
    void set(Bytes extension, Bytes type);
    // False: there is one already that is not the system's.
    bool add(Bytes extension, Bytes type);
    // False: there is none.
    bool remove(Bytes extension);
    // Adds the system's table, which has the lowest priority, from the text of a mime.types file: lines of a type and
    // extensions.
    void add_table(Bytes text);
    // Allocates nothing, so `see` may leave by longjmp.
    void each(void (*see)(Bytes extension, Bytes type, void* argument), void* argument) const;

private:
    Bytes type_of(const std::string& extension) const;

    using Table = std::map<std::string, std::string, std::less<>>;
    Table changes_;  // empty: removed
    Table system_;
};

}  // namespace tern::http
