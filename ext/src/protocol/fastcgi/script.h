// The script that a web server asks for, as php-fpm finds it: the parameters of a request name it in ways that differ
// between web servers. Parameters that change keep what they were as ORIG_...
#pragma once

#include "protocol/fastcgi/parameters.h"

namespace tern::fastcgi {

struct ScriptRules {
    bool fixes_path_info = true;     // cgi.fix_pathinfo
    bool discards_path = false;      // cgi.discard_path
    bool keeps_encoded = true;       // fastcgi.script_path_encoded: files are named as Apache encodes paths
    bool decodes_path_info = false;  // of such a path, PATH_INFO is decoded
};

// What is known of files. An error is an errno; 0: the file can be read.
class ScriptFiles {
public:
    // The length of the path, if it exists, or of its longest part before a slash that is a file; 0: there is none.
    virtual size_t find(Bytes path, int& error) = 0;

protected:
    ~ScriptFiles() = default;
};

// Views into the parameters.
struct Script {
    Bytes path;     // null data(): there is none
    Bytes name;     // SCRIPT_NAME, as PHP_SELF begins
    int error = 0;  // why the file cannot be opened, as an errno
};

// Finds it, and changes the parameters.
Script find_script(Parameters& parameters, const ScriptRules& rules, ScriptFiles& files);

}  // namespace tern::fastcgi
