// The options of FastCGI.
#pragma once

#include "php/http/options/option_rows.h"
#include "php/http/options/option_rows_http.h"

namespace tern::php::option_rows {

// clang-format off
constexpr Option kFastcgiRows[] = {
    {"open_fastcgi_protocol", "", OptionKind::boolean, kPort, TERN_MEMBER(PortConfig, serving.fastcgi), 0, 1,
     "Speak FastCGI instead of HTTP, with a web server in front. See fastcgi.md."},
    {"fastcgi_parameters_max_size", "", OptionKind::size, kPort, TERN_MEMBER(PortConfig, serving.fastcgi_parameter_bytes), 0, 16777216,
     "The most bytes of the parameters of a request over FastCGI. With more the response is 431. A request may have any number "
     "of fields then, and Request::$header has the first 125 of them. 0: http_header_max_size, "
     "http_header_max_count and http_target_max_size are the limits."},
    {"fastcgi_worker_concurrency", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, serving.fastcgi_concurrency), 0, kNoLimit,
     "The most requests over FastCGI that one worker handles at a time for the port. Beyond it the worker accepts no "
     "connections, so that they wait for any worker, and requests on open ones wait. 0: no limit."},
    {"fastcgi_concurrency", "", OptionKind::integer, kPort, TERN_MEMBER(PortConfig, fastcgi_concurrency), 0, kNoLimit,
     "The same for all workers together: each has its share, and at least one. It goes before fastcgi_worker_concurrency. "
     "0: no limit."},
    {"fastcgi_allowed_clients", "", OptionKind::texts, kPort, TERN_MEMBER(PortConfig, fastcgi_allowed_clients), 0, 64,
     "The addresses and networks of the web servers that may connect, beside those on unix sockets. Empty: all.",
     check_network},
};
// clang-format on

}  // namespace tern::php::option_rows
