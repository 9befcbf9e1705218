<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;
use Swoole\FastCGI\Record;

/** A part of the file that a filter works on. */
class Data extends Record
{
    /** @param string $contentData '': the end of it */
    public function __construct(string $contentData)
    {
        $this->type = FastCGI::DATA;
        $this->setContentData($contentData);
    }
}
