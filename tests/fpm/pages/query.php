<?php
// As long as a query to a database takes.
usleep(2000);
echo getmypid();
