// PHP's own messages in a server: warnings, error_log(). The SAPI writes them to standard error unless the setting
// error_log names a file. Their lines appear among those of the server's log, so they are escaped in the same way.
#pragma once

namespace tern::php {

// Escapes them from now on, in this process and those that it forks.
void escape_php_log() noexcept;

}  // namespace tern::php
