// Replaces functions of PHP, and what else of it knows one request only. The sources that define these say why.
#pragma once

namespace tern::php {

using TakeOver = void() noexcept;

// Call these once in each process, when all extensions have started.
TakeOver take_over_context_functions, take_over_soap_faults, take_over_limits, take_over_undivided_calls,
    take_over_directories, take_over_connections, take_over_driver_streams;
// Once, when this module starts. Where PHP has no http_get_last_response_headers() it does nothing.
TakeOver take_over_http_streams;
// When a request of PHP starts; calls after the first do nothing.
TakeOver take_over_select_calls, take_over_mysqli_poll;
// From now on scripts copy one array, instead of making a variable of each text of the environment.
TakeOver take_over_environment;

}  // namespace tern::php
