--TEST--
Coroutine\Http\Client: cookies that were set and received, URL-encoded and decoded, kept and dropped
--FILE--
<?php
require __DIR__ . '/serve.inc';

Co\run(function () {
    $set = [
        '/two' => "Set-Cookie: a=1%202+3; Path=/; HttpOnly\r\nset-cookie: b=x=y\r\n",
        '/drop' => "Set-Cookie: a=gone; Max-Age=0\r\nSet-Cookie: b=gone; expires=Thu, 01 Jan 1970 00:00:00 GMT\r\n",
        '/later' => "Set-Cookie: c=stays; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60\r\n",
        '/odd' => "Set-Cookie: no value\r\nSet-Cookie: =x\r\nSet-Cookie: bad name=x\r\nSet-Cookie: d=\r\n",
    ];
    $server = answering(function (string $request) use ($set) {
        preg_match('/^Cookie: .*(?=\r\n)/m', $request, $cookie);
        return answer($cookie[0] ?? 'none', $set[explode(' ', $request)[1]] ?? '');
    });
    $client = client_of($server);
    $ask = function (string $path) use ($client) {
        $client->get($path);
        echo "$client->body | ", json_encode([$client->cookies, $client->set_cookie_headers], JSON_UNESCAPED_SLASHES), "\n";
    };
    $ask('/');
    $client->setCookies(['own' => 'ä b;c', 'none' => null, 'number' => 5]);
    $ask('/two');
    $ask('/drop');
    $ask('/later');
    $ask('/odd');
    echo "raw\n";
    $client->setHeaders(['Cookie' => 'raw=%zz']);
    $ask('/');
    $client->setCookies([]);
    $ask('/');
    $client->setHeaders([]);
    $ask('/');
    var_dump($client->getCookies());
    $server->shutdown();
});
?>
--EXPECT--
none | [null,null]
Cookie: own=%C3%A4%20b%3Bc; number=5 | [{"own":"\u00e4 b;c","none":null,"number":5,"a":"1 2 3","b":"x=y"},["a=1%202+3; Path=/; HttpOnly","b=x=y"]]
Cookie: own=%C3%A4%20b%3Bc; number=5; a=1%202%203; b=x%3Dy | [{"own":"\u00e4 b;c","none":null,"number":5},["a=gone; Max-Age=0","b=gone; expires=Thu, 01 Jan 1970 00:00:00 GMT"]]
Cookie: own=%C3%A4%20b%3Bc; number=5 | [{"own":"\u00e4 b;c","none":null,"number":5,"c":"stays"},["c=stays; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"]]
Cookie: own=%C3%A4%20b%3Bc; number=5; c=stays | [{"own":"\u00e4 b;c","none":null,"number":5,"c":"stays","d":""},["no value","=x","bad name=x","d="]]
raw
Cookie: raw=%zz; own=%C3%A4%20b%3Bc; number=5; c=stays; d= | [{"own":"\u00e4 b;c","none":null,"number":5,"c":"stays","d":""},null]
Cookie: raw=%zz | [[],null]
none | [[],null]
array(0) {
}
