--TEST--
Contexts: readdir(), rewinddir() and closedir() without a directory
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function all(): array
{
    $found = [];
    while (($one = @readdir()) !== false) {
        $found[] = $one;
        pause();
    }
    sort($found);
    return $found;
}
function attempt(callable $call): mixed
{
    try {
        return $call();
    } catch (TypeError $none) {
        return $none->getMessage();
    }
}
function program(string $name): array
{
    $folder = sys_get_temp_dir() . '/default-directory-' . getmypid() . "-$name";
    mkdir($folder);
    touch("$folder/of-$name");
    $seen = [attempt(fn() => @readdir())];
    pause();
    $name === 'bob' ? dir($folder) : opendir($folder);
    pause();
    $seen[] = all();
    @rewinddir();
    pause();
    $seen[] = count(all());
    $other = opendir(sys_get_temp_dir());
    pause();
    closedir($other);
    $seen[] = attempt(fn() => @readdir());
    $last = opendir($folder);
    pause();
    $name === 'ann' ? closedir($last) : @closedir();
    pause();
    array_push($seen, attempt(fn() => @readdir()), attempt(fn() => @closedir()), is_resource($last));
    opendir($folder);
    pause();
    unlink("$folder/of-$name");
    rmdir($folder);
    return $seen;  // one is open at the end
}
PHP);

file_put_contents($file = tempnam(sys_get_temp_dir(), 'left'), '<?php function leave(): void { opendir(__DIR__); } function read(): mixed { return @readdir(); }');
Co\run(function () use ($file) {
    foreach (['leave', 'read'] as $function) {
        $context = Tern\Context::fresh();
        $context->include($file);
        try {
            $context->run($function);
        } catch (TypeError $none) {
            echo "$function: {$none->getMessage()}\n";
        }
        $context->end();
    }
});
unlink($file);
opendir(__DIR__);
var_dump(is_string(@readdir()));
@closedir();
?>
--INI--
opcache.enable_cli=1
opcache.file_update_protection=0
--EXPECT--
no JIT, fresh: the same
no JIT, copy: the same
function JIT, fresh: the same
function JIT, copy: the same
tracing JIT, fresh: the same
tracing JIT, copy: the same
read: No resource supplied
bool(true)
