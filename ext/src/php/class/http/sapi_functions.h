// Functions that PHP has in server interfaces for the web only.
#pragma once

namespace tern::php {

void register_sapi_functions();

}  // namespace tern::php
