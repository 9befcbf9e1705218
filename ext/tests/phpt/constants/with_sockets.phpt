--TEST--
Names shared with other extensions stay theirs and are defined once
--EXTENSIONS--
sockets
--FILE--
<?php
var_dump(SOCKET_ECANCELED, SIGTERM);
?>
--EXPECT--
int(125)
int(15)
