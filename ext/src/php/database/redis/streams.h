// The calls by which phpredis opens and closes its streams. They are replaced in its module, so that objects of the
// class Redis have connections of the pool.
#pragma once

namespace tern::php {

// Without effect where PHP has no phpredis. Objects behave as before where the process has no pool for it.
void take_over_redis_streams() noexcept;

}  // namespace tern::php
