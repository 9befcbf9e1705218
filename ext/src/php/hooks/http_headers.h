// From PHP 8.4 on, a stream of an http URL leaves the header lines of its answer to http_get_last_response_headers(),
// for the whole process. Here they are each coroutine's own (bridge/own_state): otherwise, of two that wait at the same
// time, one would get the other's lines, and the first lines would leak.
#pragma once

namespace tern::php {

// Where PHP has no such function it does nothing.
void take_over_http_streams() noexcept;

}  // namespace tern::php
