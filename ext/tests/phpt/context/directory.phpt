--TEST--
Contexts: the working directory
--EXTENSIONS--
opcache
--FILE--
<?php
require __DIR__ . '/rows.inc';
check_row(<<<'PHP'
<?php
function program(string $name): array
{
    $folder = sys_get_temp_dir() . '/directory-' . getmypid() . "-$name";
    mkdir($folder);
    chdir($folder);
    pause();
    file_put_contents('file', $name);
    pause();
    $seen = [basename(getcwd()) === basename($folder), file_get_contents("$folder/file"), is_file('file'), file_exists("only-$name")];
    touch("only-$name");
    pause();
    $seen[] = glob('*');
    array_map(unlink(...), glob('*'));
    pause();
    chdir('..');
    pause();
    rmdir($folder);
    $seen[] = getcwd() === realpath(sys_get_temp_dir());
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
