--TEST--
Tern\Context: what runs in a context, how calls end, and how it ends
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Context;

function report(callable $body): void
{
    try {
        echo json_encode($body()), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
report(fn () => Context::current());
report(fn () => Context::fresh()->run('strlen', 'abc'));
Co\run(function () {
    $context = Context::fresh();
    $other = Context::fresh();
    report(fn () => $context->include(__DIR__ . '/api.inc'));
    report(fn () => [$context->run('greet', 'ann'), $context->getNumber(), $other->getNumber(), $context->getCoroutines()]);
    echo "what is not there\n";
    report(fn () => $context->run('unknown'));
    report(fn () => $other->run('greet', 'ann'));
    report(fn () => $context->run([1]));
    report(fn () => $context->include('/nonexistent.php'));
    report(fn () => function_exists('greet'));
    echo "how calls end\n";
    report(fn () => $context->run(fn () => throw new LogicException('from inside')));
    report(fn () => $context->run(function () { exit(3); }));
    report(fn () => $context->include(__DIR__ . '/api_error.inc'));
    report(fn () => Context::current());
    echo "contexts within contexts\n";
    report(fn () => $context->run(fn () => [Context::current()->getNumber(), $other->run(fn () => [Context::current()->getNumber(), class_exists('Keeps', false)]),
        Context::current()->getNumber(), class_exists('Keeps', false)]));
    echo "what runs later\n";
    $context->run('start_timer');
    $context->run('start_coroutine');
    report(fn () => $context->end());
    Co::sleep(0.02);
    echo "the end\n";
    $context->end();
    report(fn () => $context->run('greet', 'ann'));
    report(fn () => $context->getNumber());
    report(fn () => clone $other);
    echo "without a reference\n";
    $other->include(__DIR__ . '/api.inc');
    unset($other);
    echo "and in a worker that goes on\n";
});
?>
--EXPECT--
null
Swoole\Error: API must be called in the coroutine
"included"
["hello ann, 1 in 1",1,2,0]
what is not there
TypeError: Tern\Context::run(): Argument #1 ($function) must be a function that exists in the context
TypeError: Tern\Context::run(): Argument #1 ($function) must be a function that exists in the context
TypeError: Tern\Context::run(): Argument #1 ($function) must be a function that exists in the context
Error: /nonexistent.php cannot be read: No such file or directory
false
how calls end
LogicException: from inside
null
RuntimeException: while it is included
null
contexts within contexts
[1,[2,false],1,true]
what runs later
Error: 1 coroutine in context 1 still runs
timer in 1: hello timer, 2 in 1
coroutine in 1
the end
shutdown in 1
end of global, 2 kept
end of variable, 2 kept
end of static, 2 kept
Error: The context has ended
1
Error: Trying to clone an uncloneable object of class Tern\Context
without a reference
shutdown in 
end of global, 1 kept
end of variable, 1 kept
end of static, 1 kept
and in a worker that goes on
