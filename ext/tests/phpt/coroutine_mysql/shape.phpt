--TEST--
Coroutine\MySQL: its members, short names and numbers are the published ones
--FILE--
<?php
function members(string $class): void {
    $reflection = new ReflectionClass($class);
    $public = fn (array $all) => array_map(fn ($one) => $one->getName(), $all);
    $properties = $public($reflection->getProperties(ReflectionProperty::IS_PUBLIC));
    $methods = array_filter($public($reflection->getMethods(ReflectionMethod::IS_PUBLIC)), fn ($name) => $name[0] !== '_');
    sort($properties);
    sort($methods);
    echo "$class\n  ", implode(' ', $properties), "\n  ", implode(' ', $methods), "\n";
}
members(Co\MySQL::class);
members(Co\MySQL\Statement::class);
$client = new Co\MySQL;
var_dump($client instanceof Swoole\Coroutine\MySQL, $client->sock, $client->connected, $client->errno, $client->error);
var_dump(is_subclass_of(Swoole\Coroutine\MySQL\Exception::class, Swoole\Exception::class));
try {
    throw new Swoole\Coroutine\MySQL\Exception('by its short name');
} catch (Co\MySQL\Exception $exception) {
    echo $exception->getMessage(), "\n";
}
foreach (get_defined_constants() as $name => $value) {
    if (str_starts_with($name, 'SWOOLE_MYSQLND_CR_')) echo substr($name, 18), " $value\n";
}
?>
--EXPECT--
Co\MySQL
  affected_rows connect_errno connect_error connected errno error insert_id serverInfo sock
  begin close commit connect escape fetch fetchAll getDefer nextResult prepare query recv rollback setDefer
Co\MySQL\Statement
  affected_rows errno error id insert_id
  close execute fetch fetchAll nextResult recv
bool(true)
int(-1)
bool(false)
int(0)
string(0) ""
bool(true)
by its short name
UNKNOWN_ERROR 2000
CONNECTION_ERROR 2002
SERVER_GONE_ERROR 2006
OUT_OF_MEMORY 2008
SERVER_LOST 2013
COMMANDS_OUT_OF_SYNC 2014
CANT_FIND_CHARSET 2019
MALFORMED_PACKET 2027
NO_PREPARE_STMT 2030
PARAMS_NOT_BOUND 2031
INVALID_PARAMETER_NO 2034
INVALID_BUFFER_USE 2035
NOT_IMPLEMENTED 2054
