--TEST--
The manual's Http\Status: numbers by name
--FILE--
<?php
error_reporting(E_ALL);
use Swoole\Http\Status;
var_dump(Status::OK, Status::NOT_FOUND, Status::getReasonPhrase(Status::NOT_FOUND), Status::getReasonPhrases()[503]);
var_dump(Status::getReasonPhrase(999));
?>
--EXPECT--
int(200)
int(404)
string(9) "Not Found"
string(19) "Service Unavailable"
string(7) "Unknown"
