// The media type of a file, by the extension of its name.
#pragma once

#include <map>
#include <string>

#include "base/bytes.h"

namespace tern::http {

inline constexpr Bytes kDefaultMediaType = "application/octet-stream";

// Static text, without parameters. `file_name` may be a path; the extension is what follows the last '.' of its last
// part, compared without regard to case. kDefaultMediaType when there is none or it is unknown.
Bytes media_type_of(Bytes file_name) noexcept;

// That table with changes of a program's own. Extensions are kept in lower case, without a dot.
class MediaTypes {
public:
    // Views of it live until the next change.
    Bytes find(Bytes file_name) const;
    bool has(Bytes extension) const;
    void set(Bytes extension, Bytes type);
    // False when there is one that is not the system's.
    bool add(Bytes extension, Bytes type);
    // False when there is none.
    bool remove(Bytes extension);
    // The system's table comes last. Takes the text of a mime.types file: lines of a type and its extensions.
    void add_table(Bytes text);
    // Allocates nothing; `see` may leave by a longjmp.
    void each(void (*see)(Bytes extension, Bytes type, void* argument), void* argument) const;

private:
    Bytes type_of(const std::string& extension) const;

    using Table = std::map<std::string, std::string, std::less<>>;
    Table changes_;  // empty: removed
    Table system_;
};

}  // namespace tern::http
