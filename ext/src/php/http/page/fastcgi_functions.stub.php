<?php

/** @generate-function-entries */

/** For pages over FastCGI. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * Changes a setting of the process, as php_value and php_admin_value of a pool do.
     *
     * @param bool $isAdmin scripts cannot change it
     * @return bool false: there is no such setting, or it cannot have this value
     */
    function change_process_setting(string $name, string $value, bool $isAdmin): bool {}

    /** Programs do not see the extension any more: extension_loaded() and similar functions. Its functions stay. */
    function hide_extension(string $name): void {}
}
