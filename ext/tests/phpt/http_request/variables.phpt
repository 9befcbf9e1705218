--TEST--
Request: query, form and cookies as PHP itself reads them
--INI--
max_input_vars=5
--FILE--
<?php
use Swoole\Http\Request;
$inputs = [
    'a=1', 'a', 'a=', '=1', '', '&', '&&a=1&&', 'a=1&a=2', 'a[]=1&a[]=2', 'a[b][]=1&a[b][]=2', 'a[b][c]=1&a[b]=2', 'a.b=1', 'a%20b=1', 'a+b=c+d',
    'a=%', 'a=%4', 'a=%zz', 'a=%00b', '%61=1', 'a[=1', 'a]=1', 'a[b=1', '[a]=1', '[]=1', 'a[][]=1', 'a%5Bb%5D=1', 'a=b=c', 'a;b=1', 'a[b]c=1',
    'a[%20b]=1', 'a[0]=x&a[1]=y', '0=1&1=2', 'a=1&a[]=2', 'a[]=2&a=1', ' a=1', '%20a=1', 'a%00b=1', 'a[b][c][d][e]=1', "a=\u{e9}", 'a=1#b', 'GLOBALS=1', 'a[b].c=1',
];
$same = 0;
foreach ($inputs as $input) {
    parse_str($input, $expected);
    $r = Request::create();
    $r->parse('GET /?' . preg_replace_callback('/[ #\x80-\xff]/', fn ($m) => rawurlencode($m[0]), $input) . " HTTP/1.1\r\nHost: h\r\n\r\n");
    $post = Request::create();
    $post->parse("POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded; charset=utf-8\r\nContent-Length: " . strlen($input) . "\r\n\r\n$input");
    if (($r->get ?? []) !== $expected) echo "get $input: ", json_encode($r->get), ' not ', json_encode($expected), "\n";
    else if (($post->post ?? []) !== $expected) echo "post $input: ", json_encode($post->post), ' not ', json_encode($expected), "\n";
    else ++$same;
}
echo "$same of ", count($inputs), "\n";
function cookies(string $line) { $r = Request::create(); $r->parse("GET / HTTP/1.1\r\nHost: h\r\nCookie: $line\r\n\r\n"); return $r->cookie; }
foreach (['a=1; b=2', 'a=1;b=2', 'a=1; a=2', '1=x; 1=y', 'a.b=1', 'a[x]=1; a[y]=2', 'a=%20%2B+', 'a="quoted"', 'a', 'a=', '=b', '; ;a=1', ' a = 1 ', 'a=b=c'] as $line) {
    echo $line, ' => ', json_encode(cookies($line)), "\n";
}
$many = implode('&', array_map(fn ($i) => "v$i=$i", range(1, 8)));
$r = Request::create();
$r->parse("GET /?$many HTTP/1.1\r\nHost: h\r\n\r\n");
echo count($r->get), ' ', count($r->get), "\n";
echo count(cookies(strtr($many, '&', ';'))), "\n";
$form = preg_replace('/(v\d)=(\d)&?/', "--b\r\nContent-Disposition: form-data; name=\"$1\"\r\n\r\n$2\r\n", $many) . '--b--';
$r = Request::create();
$r->parse("POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: " . strlen($form) . "\r\n\r\n$form");
echo count($r->post), "\n";
set_error_handler(function ($code, $text) use (&$late) { echo "handler: $text\n"; $late->get = 'set by the handler'; throw new Exception('thrown by the handler'); });
$late = Request::create();
$late->parse("GET /?$many HTTP/1.1\r\nHost: h\r\n\r\n");
try { $late->get; } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($late->get);
?>
--EXPECTF--
42 of 42
a=1; b=2 => {"a":"1","b":"2"}
a=1;b=2 => {"a":"1","b":"2"}
a=1; a=2 => {"a":"1"}
1=x; 1=y => {"1":"x"}
a.b=1 => {"a_b":"1"}
a[x]=1; a[y]=2 => {"a":{"x":"1","y":"2"}}
a=%20%2B+ => {"a":" ++"}
a="quoted" => {"a":"\"quoted\""}
a => {"a":""}
a= => {"a":""}
=b => []
; ;a=1 => {"a":"1"}
 a = 1  => {"a_":" 1"}
a=b=c => {"a":"b=c"}

Warning: main(): Input variables exceeded 5. To increase the limit change max_input_vars in php.ini. in %s on line 27
5 5

Warning: cookies(): Input variables exceeded 5. To increase the limit change max_input_vars in php.ini. in %s on line 20
5

Warning: main(): Input variables exceeded 5. To increase the limit change max_input_vars in php.ini. in %s on line 32
5
handler: main(): Input variables exceeded 5. To increase the limit change max_input_vars in php.ini.
thrown by the handler
string(18) "set by the handler"
