// Streams async.file://PATH of the API, which are plain files.
#pragma once

namespace tern::php {

// Call these when the module starts and ends.
void register_async_file() noexcept;
void unregister_async_file() noexcept;

}  // namespace tern::php
