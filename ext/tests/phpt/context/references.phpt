--TEST--
Contexts: references to static values that are held outside of their class or function
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
class Config
{
    public static array $values = [];

    public static function &reference(): array
    {
        return self::$values;
    }
}
function &counter(): int
{
    static $count = 0;
    return $count;
}
function program(string $name): array
{
    $values = &Config::reference();
    $count = &counter();
    $values['name'] = $name;
    ++$count;
    pause();
    $count += strlen($name);
    $values[] = 'later';
    pause();
    return [Config::$values, counter(), $values, $count];
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
