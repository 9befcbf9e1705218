--TEST--
Process: a child does not have what its parent knows of files, from PHP 8.6 on
--SKIPIF--
<?php if (PHP_VERSION_ID < 80600) die('skip a child has what its parent knows of files'); ?>
--FILE--
<?php
$file = tempnam(sys_get_temp_dir(), 'stat');
$size = function () use ($file) { var_dump(filesize($file)); };
$size();
foreach ([fn () => file_put_contents($file, 'changed'), $size] as $run) {
    (new Swoole\Process($run))->start();
    Swoole\Process::wait();
}
$size();
unlink($file);
?>
--EXPECT--
int(0)
int(7)
int(0)
