<?php

/** @generate-function-entries */

/** For docs, tests and `tern doctor`. Not for programs: it may change with every version. */
namespace Tern\Internal {

    /**
     * What PHP keeps for the request, and whom it belongs to.
     *
     * @return list<array{key: string, state: string, names: list<string>, script: string, context: string, coroutine: string,
     *     text: string, instead: string, searched: bool}> script, context, coroutine: "own", "shared" or "refused"
     */
    function state_rows(): array {}

    /**
     * Modules of PHP whose variables all contexts share, and fields of others ("module: field").
     *
     * @return array<string, string> why, by name
     */
    function shared_modules(): array {}

    /**
     * Functions of PHP and of extensions that this one has replaced.
     *
     * @return list<string> "class::method" for a method; in lower case
     */
    function replaced_functions(): array {}
}
