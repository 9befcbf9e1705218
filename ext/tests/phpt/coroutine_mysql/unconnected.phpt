--TEST--
Coroutine\MySQL: before connect(), calls fail with 2002; outside of coroutines they throw
--FILE--
<?php
Co\run(function () {
    $client = new Co\MySQL;
    var_dump($client->query('SELECT 1'), $client->errno, $client->error, $client->prepare('SELECT 1'));
    var_dump($client->fetch(), $client->fetchAll(), $client->nextResult(), $client->escape('x'), $client->begin());
    var_dump($client->recv(), $client->errno, $client->setDefer(), $client->getDefer(), $client->close());
});
try {
    (new Co\MySQL)->query('SELECT 1');
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
bool(false)
int(2002)
string(47) "SQLSTATE[HY000] [2002] The connection is closed"
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
int(2014)
bool(true)
bool(true)
bool(true)
API must be called in the coroutine
