--TEST--
Socket: readVector(), writeVector() and those that take all
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/pair.inc';
Co\run(function () {
    [$a, $b] = socket_pair();
    var_dump($a->writeVector(['hello', '', 'world']));
    echo json_encode([$b->readVector([5, 2, 9]), $b->errCode]), "\n";
    go(function () use ($b) { echo json_encode([$b->readVectorAll([2, 3, 1]), $b->errCode]), "\n"; });
    foreach (['a', 'bcd', 'ef'] as $piece) { $a->send($piece); Co::sleep(0.001); }
    $a->send('abc');
    echo json_encode([$b->readVectorAll([2, 3], 0.001), $b->errCode === SOCKET_ETIMEDOUT, $b->readVector([1], 0.001), $b->errCode === SOCKET_ETIMEDOUT]), "\n";
    // More than the kernel takes at once, in more pieces than a window has.
    $pieces = array_map(fn ($i) => str_repeat(chr(65 + $i % 26), 20000), range(0, 99));
    go(function () use ($a, $pieces) { var_dump($a->writeVectorAll($pieces) === 100 * 20000); $a->close(); });
    var_dump($b->readVectorAll(array_fill(0, 100, 20000)) === $pieces);
    Co::sleep(0.001);
    echo json_encode([$b->readVector([1]), $b->errCode, $b->readVectorAll([1])]), "\n";
    [$a, $b] = socket_pair(STREAM_SOCK_DGRAM);
    $a->writeVectorAll(str_split(str_repeat('0123456789', 4)));
    var_dump($b->recv());
    $text = 'before';
    $list = [&$text, ' and more'];
    var_dump($a->writeVectorAll($list), $b->recv());
    foreach ([[1], ['x', null]] as $wrong) {
        try { $a->writeVector($wrong); } catch (Co\Socket\Exception $error) { echo $error->getCode() === SOCKET_EINVAL, ' ', $error->getMessage(), "\n"; }
    }
    echo "nothing\n";
    var_dump($a->writeVector([]), $a->readVector([]), $a->readVectorAll([0], 0.001), $a->errCode);
    // More pieces than the kernel takes at once: several calls.
    [$one, $other] = socket_pair();
    $pieces = array_map(fn ($i) => (string) $i, range(1, SWOOLE_IOV_MAX * 2 + 1));
    go(function () use ($one, $pieces) { var_dump($one->writeVectorAll($pieces) === strlen(implode('', $pieces))); });
    var_dump($other->readVectorAll(array_map('strlen', $pieces)) === $pieces);
    go(function () use ($one, $pieces) { var_dump($one->writeVector($pieces) === strlen(implode('', array_slice($pieces, 0, SWOOLE_IOV_MAX)))); });
    var_dump($other->readVector(array_map('strlen', $pieces)) === array_slice($pieces, 0, SWOOLE_IOV_MAX));
    [$one, $other] = socket_pair(STREAM_SOCK_DGRAM);
    var_dump($one->writeVector(array_fill(0, SWOOLE_IOV_MAX + 1, 'x')), $one->errCode === SOCKET_EMSGSIZE);
    foreach ([[-1], [1, 'x'], [PHP_INT_MAX]] as $wrong) {
        try { $a->readVector($wrong); } catch (Co\Socket\Exception $error) { echo $error->getMessage(), "\n"; }
    }
    $a->close();
    var_dump($a->readVector([5]), $a->writeVector(['x']));
});
?>
--EXPECT--
int(10)
[["hello","wo","rld"],0]
[["ab","cde","f"],0]
[["ab","c"],true,false,true]
bool(true)
bool(true)
[[],0,[]]
string(40) "0123456789012345678901234567890123456789"
int(15)
string(15) "before and more"
1 element 0 of the list must be of type string, int given
1 element 1 of the list must be of type string, null given
nothing
int(0)
array(0) {
}
array(0) {
}
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
element 0 of the list must be 0 to what memory_limit allows, -1 given
element 1 of the list must be of type int, string given
element 0 of the list must be 0 to what memory_limit allows, 9223372036854775807 given
bool(false)
bool(false)
