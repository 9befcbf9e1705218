--TEST--
Swoole\Http\Status: codes, reason phrases, and codes that nobody named
--FILE--
<?php
use Swoole\Http\Status;

var_dump(Status::OK, Status::IM_USED, Status::TOO_MANY_REQUESTS);
var_dump(Status::getReasonPhrase(Status::NOT_FOUND), Status::getReasonPhrase(299), Status::getReasonPhrase(-1));
$phrases = Status::getReasonPhrases();
var_dump(count($phrases), $phrases[Status::SWITCHING_PROTOCOLS]);
foreach ((new ReflectionClass(Status::class))->getConstants() as $name => $code) {
    if (!isset($phrases[$code])) echo "$name has no phrase\n";
}
class Own extends Status { protected static $reasonPhrases = [299 => 'Nearly']; }
var_dump(Own::getReasonPhrase(299), Own::getReasonPhrase(200), Status::getReasonPhrase(200));
try { new Status; } catch (Error $error) { echo $error->getMessage(), "\n"; }
?>
--EXPECT--
int(200)
int(226)
int(429)
string(9) "Not Found"
string(7) "Unknown"
string(7) "Unknown"
int(61)
string(19) "Switching Protocols"
string(6) "Nearly"
string(7) "Unknown"
string(2) "OK"
Cannot instantiate abstract class Swoole\Http\Status
