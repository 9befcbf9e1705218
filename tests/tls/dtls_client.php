<?php
// A client of DTLS for dtls_test.py: connects, sends each message, and says what comes back, or what went wrong.

require __DIR__ . '/../support/server.php';

function talk(Swoole\Coroutine\Client|Swoole\Client $client): void
{
    $client->set(given('options', []) + ['timeout' => given('patience_s')]);
    if (!$client->connect(given('host', '127.0.0.1'), given('port'), given('patience_s'))) {
        note('failed', (string) $client->errCode, $client->errMsg);
        return;
    }
    if (given('enable', false) && !$client->enableSSL()) {
        note('failed', (string) $client->errCode, $client->errMsg);
        return;
    }
    foreach (given('messages', ['hello']) as $message) {
        $client->send($message);
        note('got', var_export($client->recv(), true));
    }
    note('done');
    $client->close();
}

$type = given('enable', false) ? SWOOLE_SOCK_UDP : SWOOLE_SOCK_UDP | SWOOLE_SSL;
if (given('blocks', false)) {
    talk(new Swoole\Client($type));
} else {
    Swoole\Coroutine\run(fn() => talk(new Swoole\Coroutine\Client($type)));
}
