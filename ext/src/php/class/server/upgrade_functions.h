// Functions for an upgrade: see proc/upgrade.h.
#pragma once

namespace tern::php {

void register_upgrade_functions();

}  // namespace tern::php
