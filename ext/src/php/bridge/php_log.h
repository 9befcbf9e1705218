// PHP's own messages (warnings, error_log()) of a server, where the SAPI writes them: standard error, unless the
// setting error_log names a file. Their lines stand among those of the server's log, so they are escaped as those are.
#pragma once

namespace tern::php {

// From now on, in this process and those that it forks.
void escape_php_log() noexcept;

}  // namespace tern::php
