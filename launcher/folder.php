<?php
// The script behind `tern serve FOLDER`.
declare(strict_types=1);

namespace Tern\Launcher;

$server = FolderServer::make(Program::plan() ?? exit("tern serve FOLDER runs this\n"));
exit($server->start() ? 0 : 1);
