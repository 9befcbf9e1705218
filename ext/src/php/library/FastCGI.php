<?php

declare(strict_types=1);

namespace Swoole;

/** The numbers of the FastCGI protocol, version 1. */
class FastCGI
{
    /** Bytes of a record's head. */
    public const HEADER_LEN = 8;
    /** For unpack(). */
    public const HEADER_FORMAT = 'Cversion/Ctype/nrequestId/ncontentLength/CpaddingLength/Creserved';
    /** The most bytes of a record's content. */
    public const MAX_CONTENT_LENGTH = 65535;
    /** The version of the protocol. */
    public const VERSION_1 = 1;

    // Types of records.
    /** A request begins. */
    public const BEGIN_REQUEST = 1;
    /** The client does not need the response any more. */
    public const ABORT_REQUEST = 2;
    /** The response is complete. */
    public const END_REQUEST = 3;
    /** Variables of the request, as SCRIPT_FILENAME. */
    public const PARAMS = 4;
    /** A part of the request's body. */
    public const STDIN = 5;
    /** A part of the response. */
    public const STDOUT = 6;
    /** A part of what the program logs. */
    public const STDERR = 7;
    /** A part of the file for a filter. */
    public const DATA = 8;
    /** What the server can do is asked for. */
    public const GET_VALUES = 9;
    /** The answer to that. */
    public const GET_VALUES_RESULT = 10;
    /** The server does not know a type of record. */
    public const UNKNOWN_TYPE = 11;

    /** The number of the only request of a connection. */
    public const DEFAULT_REQUEST_ID = 1;
    /** A flag of BEGIN_REQUEST: the connection stays open. */
    public const KEEP_CONN = 1;

    // Roles.
    /** The program responds to the request. */
    public const RESPONDER = 1;
    /** The program decides whether the request is allowed. */
    public const AUTHORIZER = 2;
    /** The program changes a file. */
    public const FILTER = 3;

    // How a request ended.
    /** It ended as it should. */
    public const REQUEST_COMPLETE = 0;
    /** The server does not take several requests of one connection at a time. */
    public const CANT_MPX_CONN = 1;
    /** The server has too much to do. */
    public const OVERLOADED = 2;
    /** The server does not know the role. */
    public const UNKNOWN_ROLE = 3;
}
