// What only a request over FastCGI has. Its exchange owns it.
#pragma once

#include "protocol/fastcgi/parameters.h"
#include "protocol/fastcgi/response_head.h"
#include "serve/fcgi/places.h"
#include "shm/pool_child.h"

namespace tern::serve {

struct FcgiFacts {
    fastcgi::Parameters parameters;
    fastcgi::HeadStyle style = fastcgi::HeadStyle::complete;
    bool takes_log = true;            // what the request logs is sent to the web server
    bool has_logged = false;          // some was
    bool is_ending = false;           // the script has ended, and its shutdown functions run
    bool limits_to_end = false;       // the time limit of the request also counts then, and when its response has ended
    Bytes script_name;                // of a script: as its PHP_SELF begins
    Bytes path_info;                  // and as it ends
    shm::PoolChild* child = nullptr;  // of a pool of php-fpm, while it has the request
    Place place;                      // until its handler has returned
};

}  // namespace tern::serve
