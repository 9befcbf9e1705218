<?php
// What a process of a pool is, as JSON.
$status = file_get_contents('/proc/self/status');
preg_match('/^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/m', $status, $uids);
preg_match('/^Gid:\s+(\d+)\s+(\d+)\s+(\d+)/m', $status, $gids);
preg_match('/^Groups:[ \t]*(.*)$/m', $status, $groups);
preg_match('/^Max open files\s+(\d+)/m', file_get_contents('/proc/self/limits'), $files);
echo json_encode([
    'pid' => getmypid(), 'sapi' => PHP_SAPI, 'uids' => array_slice($uids, 1), 'gids' => array_slice($gids, 1),
    'groups' => array_values(array_filter(explode(' ', trim($groups[1])), strlen(...))), 'files' => $files[1] ?? null, 'folder' => getcwd(),
    'environment' => getenv(), 'title' => trim(str_replace("\0", ' ', file_get_contents('/proc/self/cmdline'))),
    'nice' => (int) explode(' ', preg_replace('/^.*\) /s', '', file_get_contents('/proc/self/stat')))[16],
]);
