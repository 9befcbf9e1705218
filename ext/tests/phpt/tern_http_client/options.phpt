--TEST--
Tern\Http\Client: wrong options say what is allowed
--FILE--
<?php
use Tern\Http\Client;

function wrong(callable $call): void
{
    try {
        $call();
        echo "no error\n";
    } catch (Error $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}

foreach ([
    ['timout' => 1], ['timeout' => '1'], ['connect_timeout' => 0], ['max_per_host' => 0], ['http2' => 'yes'], ['verify' => 1],
    ['proxy' => 'ftp://x'], ['cache' => 10], ['breaker' => ['failure' => 1]], ['breaker' => ['failures' => 0]], ['base_url' => 'ftp://x'],
    ['auth' => ['a:b', 'c']], ['auth' => 'two words'], ['query' => 1], ['headers' => ['Transfer-Encoding' => 'x']], ['ca_file' => ''],
] as $options) {
    wrong(fn() => new Client($options));
}
$client = new Client();
wrong(fn() => $client->get('x'));
wrong(fn() => $client->get("http://a b/"));
wrong(fn() => $client->get("http://a/\r\nX: y"));
wrong(fn() => $client->request('GE T', 'http://a/'));
wrong(fn() => $client->request('CONNECT', 'http://a/'));
foreach ([
    ['proxy' => 'http://x'], ['headers' => ['a' => []] + ['b' => [[]]]], ['headers' => ['a b' => '1']], ['headers' => ['a' => "1\n2"]],
    ['body' => 1], ['body' => 'a', 'json' => 1], ['json' => NAN], ['body' => 'abc', 'headers' => ['Content-Length' => 2]], ['retries' => -1],
] as $options) {
    wrong(fn() => $client->get('http://127.0.0.1/', $options));
}
wrong(fn() => clone $client);
?>
--EXPECTF--
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) has an unknown option "timout"; the nearest known one is "timeout"
TypeError: Tern\Http\Client::__construct(): Argument #1 ($options) option "timeout" must be of type int|float, string given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "connect_timeout" must be between 0.001 and 86400, 0 given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "max_per_host" must be between 1 and 1048576, 0 given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "http2" must be true, false or "prior"
TypeError: Tern\Http\Client::__construct(): Argument #1 ($options) option "verify" must be of type bool, int given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "proxy" must be http://user:password@host:port or socks5://user:password@host:port
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "cache" must be between 65536 and 9223372036854775807, 10 given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "breaker" has an unknown option "failure"; the nearest known one is "failures"
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "breaker" option "failures" must be between 1 and 1048576, 0 given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "base_url" must be an http or https URL
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "auth" must have no control characters, and no ":" in the user
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "auth" must be a token of letters, digits and -._~+/, or an array of user and password
TypeError: Tern\Http\Client::__construct(): Argument #1 ($options) option "query" must be of type array|string, int given
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "headers" must not have "Transfer-Encoding": the client sets it
ValueError: Tern\Http\Client::__construct(): Argument #1 ($options) option "ca_file" must not be empty
ValueError: Tern\Http\Client::request(): Argument #2 ($url) must be an http or https URL, or the client needs the option "base_url", "x" given
ValueError: Tern\Http\Client::request(): Argument #2 ($url) must be an http or https URL, or the client needs the option "base_url", "http://a b/" given
ValueError: Tern\Http\Client::request(): Argument #2 ($url) must be an http or https URL, or the client needs the option "base_url", "http://a/\r\nX: y" given
ValueError: Tern\Http\Client::request(): Argument #1 ($method) must be a method such as "GET", and not "CONNECT", "GE T" given
ValueError: Tern\Http\Client::request(): Argument #1 ($method) must be a method such as "GET", and not "CONNECT", "CONNECT" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) has an unknown option "proxy"; the nearest known one is "body"
TypeError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" field "b" must be of type string, array given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" must have names of letters, digits and !#$%&'*+-.^_`|~, "a b" given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" field "a" must not contain line breaks and NUL bytes, "1\n2" given
TypeError: Tern\Http\Client::request(): Argument #3 ($options) option "body" must be of type string|iterable|callable|resource, int given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "body" cannot be given together with "json"
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "json" must be what json_encode() takes: Inf and NaN cannot be JSON encoded
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "headers" field "Content-Length" must be 3, as the body is that long, 2 given
ValueError: Tern\Http\Client::request(): Argument #3 ($options) option "retries" must be between 0 and 100, -1 given
Error: Call to private %STern\Http\Client::__clone() from global scope
