<?php

/** @generate-class-entries */

namespace Tern\Internal;

/**
 * What PHP's engine keeps for a program that answers many requests, as it was when the object was made, in the running context or
 * outside of contexts. What the loading of a file registers stays. Not for programs: it may change with every version.
 *
 * @not-serializable
 */
final class ProgramState
{
    /**
     * @phpstan-param callable(class-string): void $onLoad
     * @param callable $onLoad is told each class that is loaded from now on and whose file has used its static properties
     */
    public function __construct(callable $onLoad) {}

    /** Calls the shutdown functions that were registered since, and removes them. */
    public function callShutdownFunctions(): void {}

    /** Gives the static variables of functions and methods the values of then. */
    public function restoreStaticVariables(): void {}

    /** The handlers of errors and exceptions are those of then. Random numbers come from a new seed. */
    public function restoreHandlers(): void {}

    /** Stream wrappers, stream filters and the default stream context are those of then. */
    public function restoreRegistrations(): void {}

    /** @return list<mixed> the autoload functions that loaded files have registered since */
    public function autoloaders(): array {}

    /** @return string|null the first constant that define() has made since, not when a file was loaded */
    public function constant(): ?string {}
}
