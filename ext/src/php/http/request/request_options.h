// The options of Request::create(), and the options of a server that select the arrays to build.
#pragma once

#include "serve/limits.h"

namespace tern::php {

struct RequestOptions {
    bool parse_post = true;
    bool parse_cookie = true;
    bool parse_files = true;
    bool nest_files_as_php = false;
    uint64_t upload_bytes = serve::Limits().upload_bytes;  // only for create()
};

}  // namespace tern::php
