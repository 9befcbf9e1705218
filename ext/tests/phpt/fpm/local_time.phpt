--TEST--
Times of php-fpm's logs: in the machine's time zone, in the formats of strftime()
--ENV--
TZ=Europe/Vienna
--INI--
date.timezone=Asia/Tokyo
--FILE--
<?php
use Tern\Internal\Fpm\LocalTime;

$time = new LocalTime();
echo $time->log(1796000000), "\n", $time->log(1780000000), "\n";
foreach (['%a %A %b %B %h', '%C %y %Y %g %G', '%d|%e|%j|%u|%w', '%H:%M:%S %I %k %l %p %P', '%D %F %R %T %r', '%U %W %V', '%s %z %Z', '%c|%x|%X', '%n%t%%', '%Ey %Od', 'x%', '%q'] as $format) {
    echo json_encode($time->format($format, 1767225599)), "\n";
}
?>
--EXPECT--
30/Nov/2026:01:53:20 +0100
28/May/2026:22:26:40 +0200
"Thu Thursday Jan January Jan"
"20 26 2026 26 2026"
"01| 1|001|4|4"
"00:59:59 12  0 12 AM am"
"01\/01\/26 2026-01-01 00:59 00:59:59 12:59:59 AM"
"00 00 01"
"1767225599 +0100 CET"
"Thu Jan  1 00:59:59 2026|01\/01\/26|00:59:59"
"\n\t%"
"26 01"
"x%"
"%q"
