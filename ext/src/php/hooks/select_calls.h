// stream_select() and socket_select() with any descriptor. PHP's own refuse those from FD_SETSIZE (1,024) on, and a
// server with many clients has no lower ones left. Calls with low descriptors go to PHP's functions.
#pragma once

namespace tern::php {

// Calls after the first do nothing.
void take_over_select_calls() noexcept;

}  // namespace tern::php
