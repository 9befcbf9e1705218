--TEST--
Runtime: with hook_files, reading what is not in memory suspends only its coroutine
--SKIPIF--
<?php
$kind = trim((string) shell_exec('stat -f -c %T ' . escapeshellarg(sys_get_temp_dir())));
if (!in_array($kind, ['ext2/ext3', 'xfs', 'btrfs'], true)) die('skip no disk');
if (!str_contains((string) shell_exec('fincore --version'), 'util-linux')) die('skip needs fincore');
?>
--FILE--
<?php
$path = tempnam(sys_get_temp_dir(), 'tern');
$text = implode("\n", range(1, 400_000));
file_put_contents($path, $text);
// Writes it to the disk and takes it out of the kernel's memory, which may keep pages for a moment that it still works with.
function forget() {
    global $path;
    $file = escapeshellarg($path);
    for ($n = 0; $n < 100; ++$n) {
        shell_exec("dd conv=notrunc,fdatasync count=0 if=/dev/null of=$file 2>&1; dd iflag=nocache count=0 if=$file 2>&1");
        if (trim((string) shell_exec("fincore --bytes --noheadings --output RES $file 2>&1")) === '0') return;
    }
    exit('the kernel keeps the file in memory');
}
// A coroutine that waits for the disk. The kernel may read a part again before it does: then once more.
function begin($call, &$result) {
    for ($n = 0; $n < 20; ++$n) {
        forget();
        $id = go(function () use ($call, &$result) { $result = $call(); });
        if (Co::exists($id)) return $id;
    }
    exit('it never waits');
}
// Whether it suspended, and what it returned.
function run($what, $call, $is_cold = false) {
    $id = $is_cold ? begin($call, $result) : go(function () use ($call, &$result) { $result = $call(); });
    $waits = Co::exists($id);
    Co::join([$id]);
    echo $what, ': ', json_encode($result), $waits ? ", meanwhile others ran\n" : ", in place\n";
}
Co::set(['hook_files' => true]);
Co\run(function () use ($path, $text) {
    file_exists($path);  // what kind of device it is on is asked once
    run('in memory', fn() => file_get_contents($path) === $text);
    run('not in memory', fn() => file_get_contents($path) === $text, true);
    run('again', fn() => file_get_contents($path) === $text);

    run('from the middle', function () use ($path, $text) {
        $file = fopen($path, 'r');
        fseek($file, 1_000_001);
        $read = fread($file, 5000);
        $at = ftell($file);
        return [$read === substr($text, 1_000_001, strlen($read)), $at === 1_000_001 + strlen($read),
            stream_get_contents($file) === substr($text, $at), feof($file)];
    }, true);

    echo "Cancelled:\n";
    $file = null;
    $id = begin(function () use ($path, &$file) {
        $file = fopen($path, 'r');
        return [@fread($file, 100), error_get_last()['message'] ?? '', ftell($file)];
    }, $read);
    $is_canceled = Co::cancel($id);
    Co::join([$id]);
    var_dump(...$read);
    var_dump($is_canceled, fread($file, 20) === substr($text, 0, 20));

    echo "With an exception, and closed while the thread reads:\n";
    $id = begin(function () use ($path) {
        $file = fopen($path, 'r');
        try { @fread($file, 100); } catch (Swoole\Coroutine\CanceledException $e) { echo $e->getMessage(), "\n"; }
        fclose($file);
    }, $nothing);
    Co::cancel($id, true);
    Co::join([$id]);
    var_dump(file_get_contents($path, false, null, 5, 10) === substr($text, 5, 10));

    echo "Two with one file:\n";
    forget();
    $file = fopen($path, 'r');
    stream_set_read_buffer($file, 0);
    $ids = $parts = [];
    for ($i = 0; $i < 2; ++$i) $ids[] = go(function () use ($file, &$parts) { $parts[] = fread($file, 8192); });
    Co::join($ids);
    var_dump($parts[0] . $parts[1] === substr($text, 0, 16384));

    file_put_contents($path, '<?php return 5;');
    forget();
    run('included', fn() => include $path);
});
unlink($path);
?>
--EXPECT--
in memory: true, in place
not in memory: true, meanwhile others ran
again: true, in place
from the middle: [true,true,true,true], meanwhile others ran
Cancelled:
bool(false)
string(68) "fread(): Read of 8192 bytes failed with errno=125 Operation canceled"
int(0)
bool(true)
bool(true)
With an exception, and closed while the thread reads:
Coroutine was canceled
bool(true)
Two with one file:
bool(true)
included: 5, in place
