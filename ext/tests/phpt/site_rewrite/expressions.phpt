--TEST--
Expressions of Apache: what is understood, and mistakes
--FILE--
<?php
require __DIR__ . '/site.inc';
use Tern\Internal\Site\Rewrite\{Engine, Expression, Files, Pass, PatternFailure, RewriteRequest, Unsupported};

$root = site(['dir/file.txt' => 'x', 'empty' => '']);
$files = new Files($root);
$request = new RewriteRequest('POST', '/dir/file.txt?a=b&n=5', ['host' => 'site.example', 'x-name' => 'Ann', 'accept' => 'text/html'], remoteAddress: '10.1.2.3');
$pass = new Pass($request, '/dir/file.txt', 'a=b&n=5', $files->place('/dir/file.txt'), ['SET' => 'yes', 'EMPTY' => '']);
foreach ([
    'true', 'false', '!true', '! false && true', 'false || true && false', '(false || true) && true', '!(true)',
    '%{REQUEST_METHOD} == "POST"', "'POST' = %{REQUEST_METHOD}", '%{REQUEST_METHOD} != "POST"', '"%{REQUEST_METHOD} %{QUERY_STRING}" == "POST a=b&n=5"',
    '%{REQUEST_URI} =~ /FILE\.txt$/', '%{REQUEST_URI} =~ /FILE\.txt$/i', '%{REQUEST_URI} !~ m#^/dir/#', '%{REQUEST_URI} =~ /^\/dir\//',
    '10 -gt 9', '"10" > "9"', '10 lt 9', '"a" in { "b", "a" }', '%{REQUEST_METHOD} in {"GET"}',
    'req("X-Name") == "Ann"', '%{req:X-Name} == "Ann"', '%{HTTP:X-Name} == "Ann"', 'tolower(req("X-Name")) == "ann"', 'toupper("a") == "A"', '%{HTTP_ACCEPT} == "text/html"',
    'env("SET") == "yes"', 'reqenv("NONE") == ""', '-n env("EMPTY")', '-z env("EMPTY")', '-T env("SET")', '-T "off"', '-T env("NONE")',
    '-f "%{DOCUMENT_ROOT}/dir/file.txt"', '-d "%{DOCUMENT_ROOT}/dir"', '-s "%{DOCUMENT_ROOT}/empty"', '-e "%{DOCUMENT_ROOT}/empty"', '-f "/etc/passwd"',
    '-R "10.0.0.0/8"', '%{REMOTE_ADDR} -ipmatch "10.2"', '"abc" -strmatch "a*"', '%{REMOTE_ADDR} -ipmatch "\\0"', '"ABC" -strcmatch "a*"', '"a/b" -fnmatch "a*"',
] as $text) {
    echo $text, ': ', Expression::of($text)->holds($pass, $files) ? 'yes' : 'no', "\n";
}
echo "Vary: ", implode(', ', array_keys($pass->vary)), "\n";
foreach (['', 'true false', '"open', '%{NONE} == "a"', 'md5("a") == "b"', '%{md5:a} == "b"', '"a" ==', '"a" =~ "b"', '"a" =~ /(/', '"a" =~ /a/x', '"a" == "$1"', '(true', 'true &&', '"a" in "b"',
    str_repeat('(', 100), str_repeat('!', 100) . 'true'] as $text) {
    try {
        Expression::of($text);
        echo "no error\n";
    } catch (Unsupported $error) {
        echo substr($text, 0, 20), ': ', $error->getMessage(), "\n";
    }
}
ini_set('pcre.jit', '0');
ini_set('pcre.backtrack_limit', '1000');
try {
    Expression::of('"' . str_repeat('a', 50) . '!" =~ /^(a+)+$/')->holds($pass, $files);
} catch (PatternFailure $failure) {
    echo $failure->getMessage(), "\n";
}
?>
--EXPECT--
true: yes
false: no
!true: no
! false && true: yes
false || true && false: no
(false || true) && true: yes
!(true): no
%{REQUEST_METHOD} == "POST": yes
'POST' = %{REQUEST_METHOD}: yes
%{REQUEST_METHOD} != "POST": no
"%{REQUEST_METHOD} %{QUERY_STRING}" == "POST a=b&n=5": yes
%{REQUEST_URI} =~ /FILE\.txt$/: no
%{REQUEST_URI} =~ /FILE\.txt$/i: yes
%{REQUEST_URI} !~ m#^/dir/#: no
%{REQUEST_URI} =~ /^\/dir\//: yes
10 -gt 9: yes
"10" > "9": no
10 lt 9: no
"a" in { "b", "a" }: yes
%{REQUEST_METHOD} in {"GET"}: no
req("X-Name") == "Ann": yes
%{req:X-Name} == "Ann": yes
%{HTTP:X-Name} == "Ann": yes
tolower(req("X-Name")) == "ann": yes
toupper("a") == "A": yes
%{HTTP_ACCEPT} == "text/html": yes
env("SET") == "yes": yes
reqenv("NONE") == "": yes
-n env("EMPTY"): no
-z env("EMPTY"): yes
-T env("SET"): yes
-T "off": no
-T env("NONE"): no
-f "%{DOCUMENT_ROOT}/dir/file.txt": yes
-d "%{DOCUMENT_ROOT}/dir": yes
-s "%{DOCUMENT_ROOT}/empty": no
-e "%{DOCUMENT_ROOT}/empty": yes
-f "/etc/passwd": no
-R "10.0.0.0/8": yes
%{REMOTE_ADDR} -ipmatch "10.2": no
"abc" -strmatch "a*": yes
%{REMOTE_ADDR} -ipmatch "\0": no
"ABC" -strcmatch "a*": yes
"a/b" -fnmatch "a*": no
Vary: X-Name, Accept
: the expression is not understood at ""
true false: the expression is not understood at "alse"
"open: the expression is not understood at ""open"
%{NONE} == "a": the variable %{NONE} is unknown
md5("a") == "b": the expression is not understood at "md5("a") == "b""
%{md5:a} == "b": the function md5 of an expression is not supported; req, http, env, reqenv, tolower and toupper are
"a" ==: the expression is not understood at ""
"a" =~ "b": the expression is not understood at ""b""
"a" =~ /(/: ( is no regular expression: missing closing parenthesis at offset 1
"a" =~ /a/x: the flags x of a regular expression are not supported; i is
"a" == "$1": $1 in an expression is not supported
(true: the expression is not understood at ""
true &&: the expression is not understood at ""
"a" in "b": the expression is not understood at "in "b""
((((((((((((((((((((: the expression has more than 50 levels
!!!!!!!!!!!!!!!!!!!!: the expression is not understood at "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"
the regular expression ^(a+)+$ failed: Backtrack limit exhausted
