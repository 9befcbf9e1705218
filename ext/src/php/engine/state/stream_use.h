// Streams that are arguments of calls which wait. PHP's own code keeps the address of a stream, and uses it when the
// call continues. So while the call waits, whatever closes the stream closes its file at once, but leaves its memory to
// the end of the call.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// One argument of one call, while other code runs.
struct StreamUse;

// Call it once, when the module starts.
void register_closed_streams(int module_number) noexcept;
// Call these before other code runs in the middle of the running calls, and afterwards. Null: the calls have no stream.
// Those of Tern's own functions do not count.
StreamUse* begin_stream_uses() noexcept;
// The same for an argument of such a function, which is a resource, where it calls PHP's code.
StreamUse* begin_stream_use(zval* argument) noexcept;
void end_stream_uses(StreamUse* first) noexcept;
// Call it before an extension takes the FILE of a stream. Calls that wait already are not protected any more. Without
// effect on other resources.
void stop_stream_uses(const zend_resource& resource) noexcept;

}  // namespace tern::php
