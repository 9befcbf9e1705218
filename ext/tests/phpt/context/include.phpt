--TEST--
Contexts: files that are included once
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $file = sys_get_temp_dir() . '/once-' . basename(__FILE__) . '.inc';
    file_put_contents($file, '<?php function from_file() { static $n = 0; return ++$n; } return "included";');
    $seen = [require_once $file];
    pause();
    $seen[] = [from_file(), require_once $file, count(array_filter(get_included_files(), fn ($one) => $one === $file))];
    pause();
    $seen[] = [from_file(), include_once $file];
    pause();
    @unlink($file);
    return $seen;
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
