<?php
// A page that waits for something, as for a database.
usleep(20_000);
echo 'waited';
