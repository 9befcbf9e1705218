--TEST--
Contexts: handlers of errors and exceptions, nested, restored, and what they throw
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Handler
{
    public static array $lines = [];

    public function __construct(private string $name) {}

    public function error(int $level, string $text): bool
    {
        static $calls = 0;
        self::$lines[] = "$this->name: $text " . ++$calls;
        pause();
        if (str_contains($text, 'throw')) {
            throw new ErrorException("$this->name threw", 0, $level);
        }
        return true;
    }

    public static function exception(Throwable $error): void
    {
        file_put_contents(report_file(self::$lines['name']), get_class($error) . ': ' . $error->getMessage() . "\n", FILE_APPEND);
    }
}
function program(string $name): array
{
    $seen = [];
    Handler::$lines['name'] = $name;
    $seen[] = set_error_handler([new Handler($name), 'error']) === null;
    pause();
    trigger_error('first', E_USER_WARNING);
    $outer = set_error_handler(fn () => (bool) array_push(Handler::$lines, 'inner'), $name === 'bob' ? E_USER_NOTICE : E_ALL);
    pause();
    $seen[] = $outer[1];
    @trigger_error('notice', E_USER_NOTICE);
    @trigger_error('warning', E_USER_WARNING);
    restore_error_handler();
    pause();
    try {
        echo $GLOBALS['undefined'] . trigger_error('please throw', E_USER_WARNING);
    } catch (ErrorException $error) {
        $seen[] = [$error->getMessage(), $error->getSeverity()];
    }
    pause();
    restore_error_handler();
    @trigger_error("last of $name", E_USER_NOTICE);
    pause();
    $seen[] = [error_get_last()['message'] ?? null, set_exception_handler([Handler::class, 'exception']), error_reporting(E_ALL ^ E_NOTICE), error_reporting()];
    error_clear_last();
    pause();
    $seen[] = [error_get_last(), set_exception_handler(null), set_exception_handler('Handler::exception'), assert(true)];
    restore_exception_handler();
    pause();
    try {
        array_map(function (int $n) use ($name) { pause(); throw new DomainException("$name $n", $n); }, [7]);
    } catch (DomainException $error) {
        $seen[] = [$error->getMessage(), $error->getCode(), count($error->getTrace()) > 1];
    } finally {
        $seen[] = 'finally';
    }
    return [...$seen, Handler::$lines];
}
PHP);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
