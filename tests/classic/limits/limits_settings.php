<?php
// Changes the limits of its request, and prints what they were and are.
$told = [ini_get('max_execution_time'), ini_set('max_execution_time', '9'), ini_get('max_execution_time')];
array_push($told, set_time_limit(5), ini_get('max_execution_time'));
array_push($told, ini_set('memory_limit', '20M'), ini_get('memory_limit'));
array_push($told, @ini_set('memory_limit', '100'), error_get_last()['message'], ini_get('memory_limit'));
ini_restore('memory_limit');
array_push($told, ini_get('memory_limit'));
echo json_encode($told);
