--TEST--
The extension is there under its own name and under the name of the API
--FILE--
<?php
var_dump(extension_loaded('tern'), extension_loaded('swoole'));
var_dump(phpversion('tern') === TERN_VERSION, phpversion('swoole'));
foreach (['tern', 'swoole'] as $name) {
    $extension = new ReflectionExtension($name);
    var_dump($extension->getName(), $extension->getVersion() === phpversion($name));
}
$api = new ReflectionExtension('swoole');
var_dump(isset($api->getClasses()['Swoole\Http\Server']));
var_dump(isset($api->getFunctions()['swoole_version']));
var_dump($api->getConstants()['SWOOLE_PROCESS']);
var_dump((new ReflectionClass('Swoole\Server'))->getExtensionName());
var_dump((new ReflectionFunction('Tern\server_options'))->getExtensionName());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(5) "6.2.2"
string(4) "tern"
bool(true)
string(6) "swoole"
bool(true)
bool(true)
bool(true)
int(2)
string(6) "swoole"
string(4) "tern"
