--TEST--
access.format of php-fpm: every directive, and mistakes in php-fpm's words
--ENV--
TZ=UTC
--FILE--
<?php
use Tern\Internal\Fpm\{AccessFormat, Activity};

$variables = ['REQUEST_METHOD' => 'POST', 'SCRIPT_NAME' => '/a.php', 'QUERY_STRING' => 'b=c', 'SCRIPT_FILENAME' => '/srv/a.php', 'CONTENT_LENGTH' => '12',
    'HTTP_AUTHORIZATION' => 'Basic ' . base64_encode('ann:secret:x'), 'HTTP_X_TEST' => 'x y'];
$activity = new Activity(hrtime(true), $variables, '192.0.2.1');
$activity->finish(3 << 20, 0);
$fields = ['X-Powered-By' => 'PHP', 'Content-type' => 'text/html', 'Set-Cookie' => ['a=b', 'c=d']];
foreach (['%m %r%Q%q %s', '%f %l %n %u %R', '%M %{kilo}M %{mega}M %{bytes}M', '%{HTTP_X_TEST}e %{NONE}e', '%{Content-type}o %{content-type}o %{Set-Cookie}o %{X-None}o',
    '100%% of it%', 'plain', '', '%{system}C'] as $format) {
    echo (new AccessFormat($format, 'www', 1))->line($activity, 200, $fields), "\n";
}
$matches = [
    '%d' => '/^\d\.\d{3}$/', '%{milli}d' => '/^\d+\.\d{3}$/', '%{MICROSECONDS}d' => '/^\d+$/', '%p %P' => '/^' . getmypid() . ' 1$/', '%C' => '/^\d+\.\d\d$/',
    '%t' => '#^\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d \+0000$#', '%{%Y-%m-%dT%H:%M:%S%z}T' => '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/',
    AccessFormat::DEFAULT => '#^192\.0\.2\.1 - ann \d\d/\w+/\d{4}:\S+ \+0000 "POST /a\.php" 200$#',
];
foreach ($matches as $format => $pattern) {
    $line = (new AccessFormat($format, 'www', 1))->line($activity, 200, $fields);
    echo preg_match($pattern, $line) === 1 ? 'as expected' : "$format: $line", "\n";
}
$empty = new Activity(hrtime(true), []);
$empty->finish();
echo (new AccessFormat('%R|%u|%m|%r|%q|%Q|%f|%l|%{A}e|%{A}o', 'www', 1))->line($empty, 404, []), "\n";
$hostile = new Activity(hrtime(true), ['SCRIPT_NAME' => "/a\nb\x7f", 'QUERY_STRING' => "c\x1b", 'HTTP_AUTHORIZATION' => 'Basic ' . base64_encode("ann\r\n:x")]);
$hostile->finish();
echo (new AccessFormat('%u|%r|%q|%{A}o', 'www', 1))->line($hostile, 200, ['A' => "x\0"]), "\n";
foreach (['%', '%x', '%{a}', '%{a', '%{a}C', '%{a}d', '%{a}M', '%e', '%o', '%{a}m', '%{x}%', '%{total}C%{mili}d%{A}e%{%s}t'] as $format) {
    echo $format, ': ', AccessFormat::complaint($format) ?? 'right', "\n";
}
?>
--EXPECT--
POST /a.php?b=c 200
/srv/a.php 12 www ann 192.0.2.1
3145728 3072 3 3145728
x y -
text/html - a=b -
100% of it
plain

0.00
as expected
as expected
as expected
as expected
as expected
as expected
as expected
as expected
-||-|-|||-|0|-|-
ann\x0D\x0A|/a\x0Ab\x7F|c\x1B|x\x00
%: right
%x: Invalid token in the access.format (%x)
%{a}: missing closing embrace in the access.format
%{a: missing closing embrace in the access.format
%{a}C: only 'total', 'user' or 'system' are allowed as a modifier for %C ('a')
%{a}d: only 'seconds', 'milli', 'milliseconds', 'micro' or 'microseconds' are allowed as a modifier for %d ('a')
%{a}M: only 'bytes', 'kilo', 'kilobytes', 'mega' or 'megabytes' are allowed as a modifier for %M ('a')
%e: the name of the environment variable must be set between embraces for %e
%o: the name of the header must be set between embraces for %o
%{a}m: embrace is not allowed for modifier %m
%{x}%: embrace is not allowed for modifier %%
%{total}C%{mili}d%{A}e%{%s}t: right
