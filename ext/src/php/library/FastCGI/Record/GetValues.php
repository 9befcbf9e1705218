<?php

declare(strict_types=1);

namespace Swoole\FastCGI\Record;

use Swoole\FastCGI;

/** Asks a server for its limits. */
class GetValues extends Params
{
    /** @param array<string> $keys FCGI_MAX_CONNS, FCGI_MAX_REQS, FCGI_MPXS_CONNS */
    public function __construct(array $keys)
    {
        parent::__construct(array_fill_keys($keys, ''));
        $this->type = FastCGI::GET_VALUES;
    }
}
