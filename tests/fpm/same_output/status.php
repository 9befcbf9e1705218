<?php
// A status by number (?code=) or by a line of the head (?line[]=).
isset($_GET['code']) && http_response_code((int) $_GET['code']);
array_map(header(...), $_GET['line'] ?? []);
header('Link: </style.css>; rel=preload');
echo 'status ', http_response_code();
