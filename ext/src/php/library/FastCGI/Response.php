<?php

declare(strict_types=1);

namespace Swoole\FastCGI;

use InvalidArgumentException;
use Swoole\FastCGI\Record\EndRequest;
use Swoole\FastCGI\Record\Stderr;
use Swoole\FastCGI\Record\Stdout;

/** What a FastCGI server answered. */
class Response extends Message
{
    /**
     * @param array<Record> $records in the order of their arrival
     * @throws InvalidArgumentException if the last one is not EndRequest
     */
    public function __construct(array $records)
    {
        if (!static::verify($records)) {
            throw new InvalidArgumentException('The records of a FastCGI response end with EndRequest');
        }
        foreach ($records as $record) {
            if ($record instanceof Stdout) {
                $this->body .= $record->getContentData();
            } elseif ($record instanceof Stderr) {
                $this->error .= $record->getContentData();
            }
        }
    }

    /** @param array<Record> $records */
    protected static function verify(array $records): bool
    {
        return $records !== [] && end($records) instanceof EndRequest;
    }
}
