--TEST--
Contexts: shutdown functions, destructors and exit() at the end of a context
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
#[AllowDynamicProperties]
class Kept
{
    public static ?Kept $static = null;
    public static array $lines = [];
    public static int $ends = 0;

    public function __construct(private string $name, private string $file) {}

    public function __destruct()
    {
        $seen = count(self::$lines) . (self::$static === null ? ' without' : ' with') . ' after ' . self::$ends;
        file_put_contents($this->file, "destructor of $this->name, $seen\n", FILE_APPEND);
    }
}
function keep(Kept $one): void
{
    static $kept = [];
    $kept[] = $one;
    Kept::$lines[] = count($kept);
}
function at_end(string $name, string ...$more): void
{
    global $report;
    static $calls = 0;
    ++Kept::$ends;
    file_put_contents($report, "shutdown of $name " . ++$calls . ' ' . implode($more) . ' ' . implode(Kept::$lines) . "\n", FILE_APPEND);
    if ($calls === 1) {
        register_shutdown_function(function () use ($name) {
            at_end("$name, later");
            global $global;
            $global = null;
        });
    }
}
function program(string $name): array
{
    global $report, $global;
    $report = report_file($name);
    $global = new Kept("$name, global", $report);
    Kept::$static = new Kept("$name, static property", $report);
    pause();
    register_shutdown_function('at_end', $name, 'first', 'of two');
    keep(new Kept("$name, static variable", $report));
    pause();
    register_shutdown_function([new Kept("$name, of a callable", $report), '__destruct']);
    $GLOBALS['later'] = new Kept("$name, second global", $report);
    new Kept("$name, at once", $report);
    $cycle = new Kept("$name, in a cycle", $report);
    $cycle->self = $cycle;
    unset($cycle);
    pause();
    return [count(Kept::$lines), count(file($report))];
}
PHP, php_leaks: true);
?>
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
