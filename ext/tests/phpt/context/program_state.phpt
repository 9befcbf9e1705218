--TEST--
Tern\Internal\ProgramState: what requests of a program register goes back, in a context and outside
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
--FILE--
<?php
use Swoole\Coroutine as Co;
use Tern\Context;
use Tern\Internal\ProgramState;

$file = tempnam(sys_get_temp_dir(), 'tern');
file_put_contents($file, <<<'PHP'
    <?php
    stream_wrapper_register('once', Wrapper::class);
    stream_filter_register('once', php_user_filter::class);
    define('ONCE', 1);
    spl_autoload_register(fn() => null);
    PHP);

final class Wrapper
{
    public mixed $context = null;

    public function stream_open(string $path): bool
    {
        return true;
    }

    public function stream_read(int $count): string
    {
        return '';
    }

    public function stream_eof(): bool
    {
        return true;
    }
}

final class Ends
{
    public function __destruct()
    {
        echo "ends\n";
    }
}

function count_calls(): int
{
    static $count = 0, $kept = null;
    $kept ??= new Ends();
    return ++$count;
}

function late(): int
{
    static $count = 5;
    return ++$count;
}

function is_wrapper(string $name): bool
{
    return in_array($name, stream_get_wrappers(), true);
}

function request(string $file): void
{
    stream_wrapper_register('late', Wrapper::class);
    $open = fopen('late://x', 'r');
    stream_wrapper_unregister('early');
    stream_wrapper_unregister('data');
    stream_wrapper_register('data', Wrapper::class);
    stream_filter_register('late', php_user_filter::class);
    stream_context_set_default(['http' => ['user_agent' => 'late']]);
    set_error_handler(fn() => true);
    restore_error_handler();
    restore_error_handler();
    set_exception_handler(fn() => null);
    register_shutdown_function(function () {
        echo "shutdown function\n";
        register_shutdown_function(fn() => print("and another one\n"));
    });
    require_once $file;
    $again = count_calls(...);
    echo count_calls(), ' ', $again(), ' ', late(), "\n";
    defined('LATE') || define('LATE', 1);
}

function look(): void
{
    echo implode(' ', array_keys(array_filter([
        'early' => is_wrapper('early'), 'late' => is_wrapper('late'), 'data' => file_get_contents('data:,text') === 'text',
        'once' => is_wrapper('once'), 'late filter' => in_array('late', stream_get_filters(), true),
        'once filter' => in_array('once', stream_get_filters(), true),
        'early context' => stream_context_get_options(stream_context_get_default()) === ['http' => ['user_agent' => 'early']],
    ]))), "\n";
    $before = set_error_handler(fn() => true);
    restore_error_handler();
    echo $before === null ? 'no handler' : $before(0, ''), "\n";
}

function run(string $file): void
{
    stream_wrapper_register('early', Wrapper::class);
    stream_context_set_default(['http' => ['user_agent' => 'early']]);
    register_shutdown_function(fn() => print("early shutdown function\n"));
    set_error_handler(fn(): string => 'early handler');
    $first = count_calls(...);
    $first();
    $state = new ProgramState(fn() => null);
    for ($i = 0; $i < 2; ++$i) {
        request($file);
        $state->callShutdownFunctions();
        $state->restoreStaticVariables();
        $state->restoreHandlers();
        $state->restoreRegistrations();
        look();
        echo $state->constant(), ' ', count($state->autoloaders()), "\n";
    }
    echo "calls: ", $first(), "\n";
}

Co\run(function () use ($file) {
    run($file);
    if (!Context::isAvailable()) {
        return;
    }
    $context = Context::copy();
    echo "in a context\n";
    $context->run(function () use ($file) {
        stream_wrapper_register('early', Wrapper::class);
        run($file);
    });
    $context->end();
});
unlink($file);
?>
--EXPECT--
2 3 6
shutdown function
and another one
early data once once filter early context
early handler
LATE 1
2 3 6
shutdown function
and another one
early data once once filter early context
early handler
LATE 1
calls: 2
in a context
4 5 6
shutdown function
and another one
early data early context
early handler
 0
4 5 6
shutdown function
and another one
early data early context
early handler
 0
calls: 4
early shutdown function
early shutdown function
ends
