<?php
function pause(): void
{
    Swoole\Coroutine::yield();
}

final class Crossing
{
    public static ?ArrayObject $things = null;
}

function cross_in(ArrayObject $things): void
{
    Crossing::$things = $things;
}

// Calls what others have left, and leaves this for them. Not as $closure(), which the tracing JIT compiles without a look at the
// context: see docs/contexts.md.
function cross(object ...$things): void
{
    foreach (array_slice(Crossing::$things->getArrayCopy(), -4) as $one) {
        try {
            $one instanceof Generator ? [$one->current(), $one->next()] : call_user_func($one, 'crossed');
        } catch (Error) {
            // What it needs may not be there.
        }
    }
    foreach ($things as $one) {
        Crossing::$things->append($one);
    }
}
