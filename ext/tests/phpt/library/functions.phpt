--TEST--
Functions of the library exist from the start, and load what they need when they are called
--FILE--
<?php
$functions = ['swoole_string', '_string', 'swoole_mbstring', '_mbstring', 'swoole_array', '_array', 'swoole_array_list', 'swoole_array_default_value', 'swoole_table',
    'swoole_library_set_options', 'swoole_library_get_options', 'swoole_library_set_option', 'swoole_library_get_option', 'swoole_is_in_container', 'swoole_container_cpu_num'];
var_dump(array_filter($functions, fn ($name) => !function_exists($name)));
$is_loaded = fn(string $name) => in_array($name, Tern\Internal\loaded_classes(), true);
var_dump($is_loaded('Swoole\StringObject'), $is_loaded('Swoole\ArrayObject'), swoole_string('a') == 'a', $is_loaded('Swoole\StringObject'));

swoole_library_set_options(['a' => 1]);
swoole_library_set_option('b', [2]);
var_dump(swoole_library_get_options() === ['a' => 1, 'b' => [2]], swoole_library_get_option('a'), swoole_library_get_option('none'), SwooleLibrary::$options['a']);
swoole_library_set_options([]);
var_dump(swoole_library_get_options());

$table = swoole_table(64, 'id:int, name : string : 16,rate:float,i:i,f:f,s:s:2');
var_dump($table->set('k', ['id' => 5, 'name' => 'n', 'rate' => 1.5, 'i' => 1, 'f' => 2.5, 's' => 'ab']), implode(' ', $table->get('k')));
foreach (['id', 'id:text', 'name:string', 'name:string:0', 'name:string:x', ''] as $fields) {
    try { swoole_table(64, $fields); } catch (RuntimeException $error) { echo $error->getMessage(), "\n"; }
}
var_dump(is_bool(swoole_is_in_container()), swoole_container_cpu_num() >= 1);
try { swoole_library_set_option(); } catch (ArgumentCountError $error) { echo $error->getMessage(), "\n"; }
try { swoole_is_in_container(1); } catch (ArgumentCountError $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECT--
array(0) {
}
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
int(1)
NULL
int(1)
array(0) {
}
bool(true)
string(16) "5 n 1.5 1 2.5 ab"
Column 'id' has the unknown type ''
Column 'id' has the unknown type 'text'
Column 'name' needs a length in bytes, as in string:32
Column 'name' needs a length in bytes, as in string:32
Column 'name' needs a length in bytes, as in string:32
Column '' has the unknown type ''
bool(true)
bool(true)
swoole_library_set_option() expects exactly 2 arguments, 0 given
swoole_is_in_container() expects exactly 0 arguments, 1 given
