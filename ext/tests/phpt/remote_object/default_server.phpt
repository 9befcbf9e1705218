--TEST--
RemoteObject: the options of the default server; after a start that failed another one may succeed
--ENV--
USE_ZEND_ALLOC=1
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/things.inc';

$folder = sys_get_temp_dir() . '/remote-object-' . md5(__DIR__);
$bootstrap = tempnam(sys_get_temp_dir(), 'bootstrap-');
file_put_contents($bootstrap, '<?php function from_bootstrap() { return "loaded"; }');
$start = function (string $option, mixed $value) {
    swoole_library_set_option("default_remote_object_server_$option", $value);
    attempt(fn () => get_class(swoole_get_default_remote_object_client()));
};
Co\run(function () use ($start, $folder, $bootstrap) {
    $start('dir', '/proc/no/folder');
    swoole_library_set_option('default_remote_object_server_dir', "$folder/below");
    $start('bootstrap', '/no/file');
    swoole_library_set_option('default_remote_object_server_bootstrap', $bootstrap);
    $start('worker_num', -1);
    var_dump(SwooleLibrary::$remote_object_server_initiated, SwooleLibrary::$remote_object_server_socket_file);
    $start('worker_num', 1);
    $path = SwooleLibrary::$remote_object_server_socket_file;
    echo decoct(fileperms("$folder/below") & 0777), ' ', dirname($path) === "$folder/below" ? 'there' : $path, "\n";
    $pids = Co\map([1, 2, 3], fn () => swoole_get_default_remote_object_client()->call('getmypid'));
    var_dump(count(array_unique($pids)), swoole_get_default_remote_object_client()->call('from_bootstrap'));
});
unlink($bootstrap);
?>
--CLEAN--
<?php
$folder = sys_get_temp_dir() . '/remote-object-' . md5(__DIR__);
array_map('unlink', glob("$folder/below/*.sock"));
rmdir("$folder/below");
rmdir($folder);
?>
--EXPECT--
Swoole\RemoteObject\Exception: The option default_remote_object_server_dir is /proc/no/folder, which cannot be made
Swoole\RemoteObject\Exception: The default server of remote objects did not start: The option bootstrap of Swoole\RemoteObject\Server must be a file that can be read, /no/file given
Swoole\RemoteObject\Exception: The default server of remote objects did not start: Swoole\Server::set(): Argument #1 ($settings) option "worker_num" must be between 0 and 1024, -1 given
bool(false)
string(0) ""
"Swoole\\RemoteObject\\Client"
700 there
int(1)
string(6) "loaded"
