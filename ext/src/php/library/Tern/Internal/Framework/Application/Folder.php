<?php

declare(strict_types=1);

namespace Tern\Internal\Framework\Application;

use Tern\Internal\PhpLimits;

/** What a server of an application's public folder is set to: its files are served, and the application handles the rest. */
final class Folder
{
    /** @return array<string, mixed> options of a server */
    public static function options(string $folder): array
    {
        return [
            'enable_static_handler' => true,
            'document_root' => $folder,
            'http_index_files' => ['index.html'],
            'open_http2_protocol' => true,
            'max_wait_time' => 10,
        ] + PhpLimits::ofForms();
    }
}
