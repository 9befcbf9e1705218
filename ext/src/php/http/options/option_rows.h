// Values that the tables of options share.
#pragma once

#include <climits>

#include "php/http/options/server_config.h"

namespace tern::php::option_rows {

constexpr int64_t kNoLimit = INT64_MAX;
constexpr int64_t kDay = 86'400'000;  // ms
constexpr int64_t kPathLength = PATH_MAX - 1;

constexpr OptionScope kServer = OptionScope::server;
constexpr OptionScope kPort = OptionScope::port;

}  // namespace tern::php::option_rows
