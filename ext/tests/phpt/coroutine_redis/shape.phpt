--TEST--
Coroutine\Redis: methods, properties, options and constants of 2019
--FILE--
<?php
$methods = 'connect getAuth getDBNum getOptions setOptions getDefer setDefer recv request close set setBit setEx psetEx lSet get mGet
    del hDel hSet hMSet hSetNx delete mSet mSetNx getKeys keys exists type strLen lPop blPop rPop brPop bRPopLPush lSize lLen sSize
    scard sPop sMembers sGetMembers sRandMember persist ttl pttl zCard zSize hLen hKeys hVals hGetAll debug restore dump renameKey
    rename renameNx rpoplpush randomKey pfadd pfcount pfmerge ping auth unwatch watch save bgSave lastSave flushDB flushAll dbSize
    bgrewriteaof time role setRange setNx getSet append lPushx lPush rPush rPushx sContains sismember zScore zRank zRevRank hGet
    hMGet hExists publish zIncrBy zAdd zPopMin zPopMax bzPopMin bzPopMax zDeleteRangeByScore zRemRangeByScore zCount zRange
    zRevRange zRangeByScore zRevRangeByScore zRangeByLex zRevRangeByLex zInter zinterstore zUnion zunionstore incrBy hIncrBy incr
    decrBy decr getBit lInsert lGet lIndex setTimeout expire pexpire expireAt pexpireAt move select getRange listTrim ltrim
    lGetRange lRange lRem lRemove zDeleteRangeByRank zRemRangeByRank incrByFloat hIncrByFloat bitCount bitOp sAdd sMove sDiff
    sDiffStore sUnion sUnionStore sInter sInterStore sRemove srem zDelete zRemove zRem pSubscribe subscribe unsubscribe
    pUnSubscribe multi exec eval evalSha script';
$class = new ReflectionClass('Co\Redis');
foreach (preg_split('/\s+/', $methods) as $method) {
    if (!$class->hasMethod($method)) echo "$method is missing\n";
}
foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    // a class of the program that declares them without types has to remain possible
    if ($method->hasReturnType() || array_filter($method->getParameters(), fn ($one) => $one->hasType())) {
        if ($method->getName() !== 'request') echo $method->getName(), " has types\n";
    }
}
echo $class->getName(), ' ', count(preg_split('/\s+/', $methods)), "\n";
foreach (get_class_vars('Co\Redis') as $name => $value) echo "$name ", var_export($value, true), "\n";
$redis = new Co\Redis(['timeout' => 2, 'database' => '3', 'compatibility_mode' => true]);
echo json_encode($redis->getOptions()), "\n";
$redis->setOptions(['reconnect' => false, 'retries' => 3]);
echo json_encode($redis->setting), "\n";
var_dump($redis->getDefer(), $redis->getDBNum(), $redis->getAuth(), $redis->close());
foreach (['MODE_MULTI', 'MODE_PIPELINE', 'TYPE_NOT_FOUND', 'TYPE_HASH', 'ERR_IO', 'ERR_CLOSED', 'ERR_ALLOC'] as $name) {
    echo "$name ", constant("SWOOLE_REDIS_$name"), "\n";
}
?>
--EXPECTF--
Swoole\Coroutine\Redis 163
host ''
port 0
setting NULL
sock -1
connected false
errType 0
errCode 0
errMsg ''
{"connect_timeout":1,"timeout":2,"serialize":false,"reconnect":1,"password":"","database":3}

Warning: Swoole\Coroutine\Redis has no option 'retries' in %s
{"connect_timeout":1,"timeout":2,"serialize":false,"reconnect":0,"password":"","database":3}
bool(false)
bool(false)
bool(false)
bool(false)
MODE_MULTI 0
MODE_PIPELINE 1
TYPE_NOT_FOUND 0
TYPE_HASH 5
ERR_IO 1
ERR_CLOSED 6
ERR_ALLOC 8
