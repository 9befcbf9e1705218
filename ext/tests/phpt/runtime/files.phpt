--TEST--
Runtime: with hook_files, calls on regular files that wait for the disk suspend only their coroutine
--FILE--
<?php
$dir = sys_get_temp_dir() . '/tern-files-' . getmypid();
// Whether it suspended, and what it returned.
function run($what, $call) {
    $text = '';
    $id = go(function () use ($call, &$text) { $text = json_encode($call()); });
    $waits = Co::exists($id);
    Co::join([$id]);
    echo $what, ': ', $text, $waits ? ", meanwhile others ran\n" : ", in place\n";
}
function all($dir) {
    run('mkdir', fn() => mkdir($dir));
    run('put', fn() => file_put_contents("$dir/a", 'text'));
    run('put at the end', fn() => file_put_contents("$dir/a", ' more', FILE_APPEND));
    run('get', fn() => file_get_contents("$dir/a"));
    run('stat', fn() => [is_file("$dir/a"), is_readable("$dir/a"), filesize("$dir/a")]);
    run('rename', fn() => rename("$dir/a", "$dir/b"));
    run('copy', fn() => copy("$dir/b", "$dir/c"));
    $file = fopen("$dir/c", 'r+');
    run('truncate', fn() => ftruncate($file, 3));
    run('the rest', fn() => [fread($file, 2), ftell($file), fread($file, 100), feof($file)]);
    fclose($file);
    run('a relative path', function () use ($dir) {
        chdir($dir);
        $id = go(function () { rename('c', 'd'); });
        chdir('/');
        Co::join([$id]);
        return file_get_contents("$dir/d");
    });
    run('errors', fn() => [@mkdir($dir), error_get_last()['message'], @unlink("$dir/no"), error_get_last()['message'],
        @rmdir($dir), error_get_last()['message'], @fopen("$dir/x", 'x') !== false, @fopen("$dir/x", 'x'),
        error_get_last()['message']]);
    run('unlink', fn() => [unlink("$dir/b"), unlink("$dir/d"), unlink("$dir/x")]);
    run('rmdir', fn() => [rmdir($dir), is_dir($dir)]);
}
foreach ([false, true] as $on) {
    Co::set(['hook_files' => $on]);
    echo $on ? "\nOn:\n" : "Off:\n";
    Co\run('all', $dir);
}
Co::set(['hook_flags' => SWOOLE_HOOK_ALL ^ SWOOLE_HOOK_FILE]);
echo "\nWithout SWOOLE_HOOK_FILE:\n";
Co\run('run', 'mkdir and rmdir', fn() => mkdir($dir) && rmdir($dir));
?>
--EXPECTF--
Off:
mkdir: true, in place
put: 4, in place
put at the end: 5, in place
get: "text more", in place
stat: [true,true,9], in place
rename: true, in place
copy: true, in place
truncate: true, in place
the rest: ["te",2,"x",true], in place
a relative path: "tex", in place
errors: [false,"mkdir(): File exists",false,"unlink(%r(\S+tern-files-\d+\\\/no)?%r): No such file or directory",false,"rmdir(%r(\S+tern-files-\d+)?%r): Directory not empty",true,false,"fopen(%r(\S+tern-files-\d+\\\/x)?%r): Failed to open stream: File exists"], in place
unlink: [true,true,true], in place
rmdir: [true,false], in place

On:
mkdir: true, meanwhile others ran
put: 4, meanwhile others ran
put at the end: 5, in place
get: "text more", in place
stat: [true,true,9], in place
rename: true, meanwhile others ran
copy: true, meanwhile others ran
truncate: true, meanwhile others ran
the rest: ["te",2,"x",true], in place
a relative path: "tex", meanwhile others ran
errors: [false,"mkdir(): File exists",false,"unlink(%r(\S+tern-files-\d+\\\/no)?%r): No such file or directory",false,"rmdir(%r(\S+tern-files-\d+)?%r): Directory not empty",true,false,"fopen(%r(\S+tern-files-\d+\\\/x)?%r): Failed to open stream: File exists"], meanwhile others ran
unlink: [true,true,true], meanwhile others ran
rmdir: [true,false], meanwhile others ran

Without SWOOLE_HOOK_FILE:
mkdir and rmdir: true, in place
