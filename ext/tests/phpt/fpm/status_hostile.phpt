--TEST--
The status of a pool: what clients send begins no line, and is no control character
--FILE--
<?php
use Tern\Internal\Fpm\{Child, LocalTime, PoolStatus, Stage, StatusText};

function text(Child $child, string $format): string
{
    $status = new PoolStatus('www', 'static', 0, 60, 7, 1, 2, 511, 1, 1, 2, 0, 0, 0, [$child]);
    return (new StatusText($status, new LocalTime(), true))->$format();
}

$usual = new Child(0, 1, Stage::Running, 0, 0, 0, 'GET', '/a', 'b', 0, 'u', '/s.php', 0.0, 0);
$hostile = new Child(0, 1, Stage::Running, 0, 0, 0, "GET\x01", "/a\nstate: Idle\x7f", "q\n\x01<", 0, "u\x1b[2J\n", "/s\r\n.php", 0.0, 0);
foreach (['plain', 'html', 'xml', 'json'] as $format) {
    $text = text($hostile, $format);
    echo $format, ': ', substr_count($text, "\n") - substr_count(text($usual, $format), "\n"), ' ', preg_match('/[\x00-\x09\x0b-\x1f]/', $text), "\n";
}
preg_match('/^request URI: +(.*)$/m', text($hostile, 'plain'), $found);
echo $found[1], "\n";
?>
--EXPECT--
plain: 0 0
html: 0 0
xml: 0 0
json: 0 0
/a\x0Astate: Idle\x7F?q\x0A\x01<
