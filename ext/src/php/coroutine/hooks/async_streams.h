// Streams of the API: async.file://PATH is a plain file, and async.udg://PATH a unix datagram socket as udg://PATH.
#pragma once

namespace tern::php {

// Call these when the module starts and ends.
void register_async_streams() noexcept;
void unregister_async_streams() noexcept;

}  // namespace tern::php
