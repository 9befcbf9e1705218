// Tern\Internal\Fpm\Children: its C++ part is a shm::Scoreboard.
#pragma once

#include "php/engine/object.h"
#include "shm/scoreboard.h"

namespace tern::php {

using ChildrenObject = Owning<shm::Scoreboard>;

}  // namespace tern::php
