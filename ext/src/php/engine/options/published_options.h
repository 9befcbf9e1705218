// The names of all options that the API has ever published, of servers, ports, coroutines and clients. Programs pass
// one array to several of them, so a published name is accepted everywhere, without a warning.
#pragma once

#include "base/bytes.h"

namespace tern::php {

bool is_published_option(Bytes name) noexcept;

}  // namespace tern::php
