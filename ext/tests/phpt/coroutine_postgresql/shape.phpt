--TEST--
Coroutine\PostgreSQL: methods and properties of both shapes, and what it needs
--SKIPIF--
<?php if (extension_loaded('pgsql')) die('skip pgsql is loaded'); ?>
--FILE--
<?php
function list_of(string $class, array $names): void
{
    foreach ($names as $name) {
        if (!method_exists($class, $name)) echo "$class::$name() is missing\n";
    }
    echo $class, ' ', implode(' ', array_keys(get_class_vars($class))), "\n";
}

$fetches = ['fetchAll', 'fetchObject', 'fetchAssoc', 'fetchArray', 'fetchRow', 'affectedRows', 'numRows', 'fieldCount', 'execute'];
list_of(Swoole\Coroutine\PostgreSQL::class, [...$fetches, 'connect', 'query', 'prepare', 'metaData', 'escape', 'escapeLiteral',
    'escapeIdentifier', 'createLOB', 'openLOB', 'status']);
list_of(Swoole\Coroutine\PostgreSQLStatement::class, $fetches);
echo SW_PGSQL_ASSOC, SW_PGSQL_NUM, SW_PGSQL_BOTH, "\n";
try {
    new Co\PostgreSQL();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
Swoole\Coroutine\PostgreSQL error errCode resultStatus resultDiag notices
Swoole\Coroutine\PostgreSQLStatement error errCode resultStatus resultDiag notices
123
Swoole\Coroutine\PostgreSQL needs the extension pgsql (Debian: php-pgsql)
