<?php
// The scenarios of redis_test.py: php redis.php NAME PORT. Each prints what it saw.

use Swoole\Coroutine\Redis;

function show(mixed ...$values): void
{
    echo implode(' | ', array_map(fn(mixed $value) => json_encode($value), $values)), "\n";
}

function connect(array $options = []): Redis
{
    $client = new Redis($options);
    if (!$client->connect('127.0.0.1', (int) $GLOBALS['argv'][2])) {
        throw new Exception($client->errMsg);
    }
    return $client;
}

function failure(Redis $client): array
{
    return [$client->errType, $client->errCode, $client->errMsg, $client->connected];
}

/** Until the server has $count clients that wait. */
function await_blocked(Redis $client, int $count): void
{
    while (!str_contains($client->request(['INFO', 'clients']), "\nblocked_clients:$count\r\n")) {
        Co::sleep(0.002);
    }
}

/** A server that sends $text to whoever connects, and closes. */
function fake(string $text): int
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
    go(function () use ($server, $text) {
        $client = stream_socket_accept($server);
        fread($client, 4096);
        fwrite($client, $text);
        fclose($client);
    });
    return $port;
}

function keys(): void
{
    $client = connect();
    show(
        $client->set('a', 1),
        $client->set('b', 'x', 10),
        $client->ttl('b'),
        $client->set('c', 'y', ['nx', 'px' => 9999]),
    );
    show(
        $client->set('c', 'z', ['nx']),
        $client->exists('a', 'b', 'none'),
        $client->exists(['a', 'b']),
        $client->type('a'),
    );
    show(
        $client->type('none'),
        $client->expire('a', 5),
        $client->persist('a'),
        $client->pexpire('a', 9000),
        $client->ttl('a'),
    );
    show(
        $client->expireAt('a', time() + 60),
        $client->setTimeout('a', 9),
        $client->rename('a', 'd'),
        $client->renameNx('d', 'b'),
    );
    show($client->keys('[b-d]') === $client->getKeys('[b-d]'), $client->randomKey() !== null, $client->move('d', 3));
    show(
        $client->select(3),
        $client->getDBNum(),
        $client->get('d'),
        $client->dbSize(),
        $client->restore('e', 0, $client->dump('d')),
    );
    show(
        $client->get('e'),
        $client->del('d', 'e'),
        $client->delete(['d', 'e']),
        $client->flushDB(),
        $client->pttl('none'),
    );
}

function strings(): void
{
    $client = connect();
    show(
        $client->mSet(['a' => 1, 'b' => "2\r\n\0"]),
        $client->mGet(['a', 'b', 'none']),
        $client->mSetNx(['a' => 1, 'z' => 1]),
    );
    show(
        $client->setNx('a', 5),
        $client->getSet('a', 7),
        $client->append('a', '0'),
        $client->strLen('a'),
        $client->incr('a'),
    );
    show($client->incrBy('a', 9), $client->decr('a'), $client->decrBy('a', 9), $client->incrByFloat('a', 0.1 + 0.2));
    show(
        $client->getRange('b', 0, 0),
        $client->setRange('b', 1, 'zz'),
        $client->setEx('c', 9, 'v'),
        $client->psetEx('c', 9999, 'v'),
    );
    show(
        $client->setBit('m', 7, true),
        $client->getBit('m', 7),
        $client->bitCount('m'),
        $client->bitOp('OR', 'n', 'm', 'm'),
    );
    show(
        $client->pfadd('p', ['x', 'y']),
        $client->pfcount('p'),
        $client->pfmerge('q', ['p']),
        $client->pfcount(['p', 'q']),
    );
    $long = random_bytes(1 << 20);
    show($client->set('long', $long), $client->get('long') === $long, $client->get('none'));
    $packing = connect(['serialize' => true]);
    show($packing->set('s', ['x' => [1, null]]), $packing->get('s'), $client->get('s'), $packing->get('a'));
    show(
        $packing->set('s', false),
        $packing->get('s'),
        $packing->sAdd('t', 1, '1'),
        $packing->sismember('t', 1),
        $packing->lPush('u', [2]),
    );
}

function collections(): void
{
    $client = connect();
    show(
        $client->hSet('h', 'a', 1),
        $client->hMSet('h', ['b' => 2, 'c' => 3]),
        $client->hGet('h', 'b'),
        $client->hSetNx('h', 'b', 0),
    );
    show(
        $client->hGetAll('h'),
        $client->hMGet('h', ['a', 'x']),
        $client->hExists('h', 'a'),
        $client->hKeys('h'),
        $client->hVals('h'),
    );
    show(
        $client->hLen('h'),
        $client->hIncrBy('h', 'a', 5),
        $client->hIncrByFloat('h', 'a', 1.5),
        $client->hDel('h', 'b', 'c'),
    );
    show(
        $client->rPush('l', 'a', 'b', 'c'),
        $client->lPush('l', ['0']),
        $client->lRange('l', 0, -1),
        $client->lInsert('l', 'before', 'b', 'x'),
    );
    show(
        $client->lPop('l'),
        $client->rPop('l'),
        $client->lLen('l'),
        $client->lSize('l'),
        $client->lIndex('l', 0),
        $client->lGet('l', 9),
    );
    show(
        $client->lSet('l', 0, 'A'),
        $client->lRem('l', 'x', 1),
        $client->rpoplpush('l', 'k'),
        $client->bRPopLPush('l', 'k', 1),
    );
    show(
        $client->blPop('none', 'k', 1),
        $client->brPop(['k'], 1),
        $client->lPushx('k', 1),
        $client->rPushx('k', 1),
        $client->ltrim('l', 0, 1),
    );
    show(
        $client->sAdd('s', 'a', 'b'),
        $client->sAdd('u', ['b']),
        $client->scard('s'),
        $client->sismember('s', 'a'),
        $client->sDiff('s', 'u'),
    );
    show(
        $client->sInter(['s', 'u']),
        $client->sUnionStore('w', 's', 'u'),
        $client->sInterStore('w', 's', 'u'),
        $client->sMembers('w'),
    );
    show(
        $client->sMove('s', 'u', 'a'),
        $client->srem('s', 'b'),
        $client->sPop('s'),
        $client->sRandMember('w', 2),
        $client->sRandMember('w'),
    );
    show(
        $client->zAdd('z', 1, 'a', 2.5, 'b'),
        $client->zAdd('z', ['CH'], 2, 'a', '+inf', 'c'),
        $client->zRange('z', 0, -1, true),
    );
    show(
        $client->zScore('z', 'b'),
        $client->zRank('z', 'a'),
        $client->zRevRank('z', 'a'),
        $client->zCard('z'),
        $client->zCount('z', 2, 3),
    );
    show(
        $client->zRangeByScore('z', 0, 9, ['withscores' => true, 'limit' => [1, 1]]),
        $client->zRevRangeByScore('z', '+inf', 0),
    );
    show(
        $client->zRangeByLex('z', '-', '+', 0, 1),
        $client->zIncrBy('z', 1.5, 'a'),
        $client->zUnion('y', ['z'], [2], 'MAX'),
    );
    show(
        $client->zInter('x', ['y', 'z']),
        $client->zPopMin('y'),
        $client->bzPopMax('y', 1),
        $client->zRem('z', 'c', 'd'),
    );
    show(
        $client->zRemRangeByScore('z', 0, 3),
        $client->zRemRangeByRank('z', 0, -1),
        $client->zPopMax('z'),
        $client->bzPopMin('z', 'n', 0.01),
    );
    show(
        $client->xAdd('x1', '1-1', ['f' => 'v'], ['maxlen' => ['~', 9]]),
        $client->xRange('x1', '-', '+'),
        $client->xLen('x1'),
    );
    show(
        $client->xGroupCreate('x1', 'g', '0'),
        $client->xReadGroup('g', 'me', ['x1' => '>'], ['count' => 1]),
        $client->xAck('x1', 'g', ['1-1']),
    );
    show(
        $client->xRead(['x1' => '0']),
        $client->xPending('x1', 'g'),
        $client->xDel('x1', '1-1'),
        $client->xTrim('x1', ['maxlen' => 0]),
    );
}

function server(): void
{
    $client = connect();
    show(
        $client->ping(),
        $client->time()[0] > 0,
        $client->role()[0],
        $client->lastSave() > 0,
        $client->request(['ECHO', 'x']),
    );
    show(
        $client->multi(),
        $client->set('a', 1),
        $client->get('a'),
        $client->hGet('a', 'b'),
        $client->get('none'),
        $client->exec(),
    );
    show(
        $client->errType,
        $client->watch('a'),
        connect()->incr('a'),
        $client->multi(),
        $client->get('a'),
        $client->exec(),
        $client->unwatch(),
    );
    $sha = $client->script('LOAD', 'return {KEYS[1], ARGV[1], 3}');
    show(
        $client->eval('return 1'),
        $client->eval('return {KEYS[1], ARGV[1]}', ['k', 'v'], 1),
        $client->evalSha($sha, ['k', 'v'], 1),
    );
    show($client->script('EXISTS', $sha, 'x'), $client->publish('nobody', 'text'), $client->flushAll());
}

function compatible(): void
{
    $client = connect(['compatibility_mode' => true]);
    $client->hMSet('h', ['a' => 1, 5 => 2]);
    $client->zAdd('z', 1, 'a', 2.5, 'b');
    show($client->hGetAll('h'), $client->hMGet('h', [5, 'x']), $client->hExists('h', 'a'), $client->hExists('h', 'x'));
    show(
        $client->hGetAll('none'),
        $client->get('none'),
        $client->zRank('z', 'none'),
        $client->lPop('none'),
        $client->errType,
    );
    show($client->zRange('z', 0, -1, true), $client->zRevRange('z', 0, -1, true), $client->zRange('z', 0, -1));
    show(
        $client->zRangeByScore('z', 0, 9, ['withscores' => true]),
        $client->zRevRangeByScore('z', 9, 0, ['withscores' => true]),
    );
    show(
        $client->setDefer(),
        $client->hGetAll('h'),
        $client->recv(),
        $client->setDefer(false),
        $client->bzPopMax('n', 0.01),
    );
    show($client->multi(), $client->hGetAll('h'), $client->exec());
}

function deferred(): void
{
    $client = connect();
    show($client->recv(), failure($client), $client->setDefer(), $client->getDefer(), $client->subscribe(['x']));
    show($client->set('a', 1), $client->get('a'), $client->hGet('a', 'x'), $client->incr('a'));
    show(
        $client->recv(),
        $client->recv(),
        $client->recv(),
        $client->errMsg,
        $client->recv(),
        $client->recv(),
        $client->setDefer(false),
    );
}

function subscribed(): void
{
    $client = connect();
    show(
        $client->unsubscribe(['x']),
        $client->subscribe(['a', 'b']),
        $client->recv(),
        $client->recv(),
        $client->set('x', 1),
    );
    show($client->getDefer(), $client->setDefer(), $client->pSubscribe(['p*']), $client->recv());
    $other = connect();
    show($other->publish('a', 'text'), $other->publish('px', "more\r\n"), $client->recv(), $client->recv());
    go(function () use ($client) {
        for ($count = 0; $count < 3; ++$count) {
            show($client->recv());
        }
    });
    show($client->unsubscribe(['a', 'b']), $client->pUnSubscribe(['p*']));
    while ($client->set('x', 1) !== true) {
        Co::sleep(0.001);
    }
    show($client->get('x'));
}

function errors(): void
{
    $client = new Redis();
    show($client->connect('127.0.0.1', 1), failure($client), $client->get('a'), failure($client));
    show($client->connect('/none', 0) || $client->errType > 0, $client->connect('unix:/none/socket'), failure($client));
    show(
        $client->connect('127.0.0.1', (int) $GLOBALS['argv'][2]),
        $client->set('a', 1),
        $client->hGet('a', 'b'),
        failure($client),
    );
    show($client->get('a'), failure($client), $client->request(['NONE']), $client->errMsg);
    show($client->connect('127.0.0.1', fake("HTTP/1.1 400\r\n")), $client->get('a'), failure($client));
    show(
        $client->connect('127.0.0.1', fake("\$10\r\nabc")),
        $client->get('a'),
        failure($client),
        $client->get('a'),
        failure($client),
    );
    show($client->connect('127.0.0.1', fake('')), $client->subscribe(['a']), $client->recv(), failure($client));
    show(@(new Redis())->get('a'), error_get_last()['message']);
}

function timeouts(): void
{
    $client = connect(['timeout' => 0.01]);
    show($client->blPop('none', 9), failure($client), $client->set('a', 1), $client->connected);
    $client->setOptions(['timeout' => -1]);
    show($client->blPop('none', 0.01), failure($client));
    $client->setOptions(['timeout' => 0.01]);
    show($client->subscribe(['a']), $client->recv(), $client->recv(), failure($client), $client->set('a', 1));
}

function reconnects(): void
{
    [$client, $killer] = [connect(['database' => 1]), connect()];
    $client->select(2);
    $id = $client->request(['CLIENT', 'ID']);
    show(
        $killer->request(['CLIENT', 'KILL', 'ID', $id]),
        $client->set('a', 'here'),
        $client->getDBNum(),
        $client->errType,
    );
    show($client->close(), $client->connected, $client->sock, $client->close(), $client->get('a'), $client->sock > 0);
    show($client->setOptions(['reconnect' => 0]), $client->close(), $client->get('a'), failure($client));
    show(
        $client->connect('127.0.0.1', (int) $GLOBALS['argv'][2]),
        $client->getDBNum(),
        $client->get('a'),
        $client->errType,
    );
    show($client->setDefer(), $client->get('a'));
    while (!str_contains($killer->request(['CLIENT', 'LIST']), 'cmd=get')) {
        Co::sleep(0.001);  // it has come
    }
    show($killer->request(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']));
    show($client->recv(), $client->connected);
}

function passwords(): void
{
    $admin = connect();
    $admin->request(['CONFIG', 'SET', 'requirepass', 'secret']);
    $client = connect();
    show(
        $client->get('a'),
        failure($client),
        $client->getAuth(),
        $client->auth('wrong'),
        failure($client),
        $client->auth('secret'),
    );
    show($client->getAuth(), $client->close(), $client->set('a', 1), $client->getAuth());
    $client = new Redis(['password' => 'wrong']);
    show($client->connect('127.0.0.1', (int) $GLOBALS['argv'][2]), $client->errMsg, $client->connected);
    show(connect(['password' => 'secret', 'database' => 1])->getDBNum());
    $admin->request(['CONFIG', 'SET', 'requirepass', '']);
}

function at_once(): void
{
    Swoole\Runtime::setHookFlags(0);
    $client = connect();
    for ($i = 0; $i < 3; ++$i) {
        go(fn() => show(connect()->blPop("gate$i", 0)));
    }
    await_blocked($client, 3);
    show('three wait', Swoole\Runtime::getHookFlags());
    for ($i = 0; $i < 3; ++$i) {
        $client->rPush("gate$i", $i);
    }
}

function two(): void
{
    [$client, $other] = [connect(), connect()];
    $first = go(fn() => show($client->blPop('gate', 0)));
    try {
        $client->get('a');
    } catch (Swoole\Error $error) {
        show(str_replace("#$first", '#first', $error->getMessage()));
    }
    await_blocked($other, 1);
    $other->rPush('gate', 1);
}

function canceled(): void
{
    $other = connect();
    foreach ([false, true] as $throw) {
        $ended = false;
        $id = go(function () use (&$ended) {
            $client = connect();
            try {
                show($client->blPop('gate', 0), failure($client));
            } finally {
                show($client->connected, $client->get('a'));
                $ended = true;
            }
        });
        await_blocked($other, 1);
        Co::cancel($id, $throw);
        while (!$ended) {
            Co::sleep(0.001);
        }
    }
}

function closed(): void
{
    [$client, $other, $waits] = [connect(['reconnect' => 0]), connect(), false];
    go(function () use ($client, &$waits) {
        show($client->subscribe(['a']), $client->recv());
        $waits = true;
        show($client->recv(), failure($client));
    });
    while (!$waits) {
        Co::sleep(0.001);
    }
    show($client->close(), $client->connected);
}

Co\run(function () {
    connect()->flushAll();
    $GLOBALS['argv'][1]();
});
