<?php

declare(strict_types=1);

namespace Tern\Internal\Client\PostgreSQL;

use PgSql\Result;
use Swoole\Coroutine\PostgreSQL;
use Swoole\Coroutine\PostgreSQLStatement;

/** What became of a command: its result, or why there is none. */
final class Answer
{
    private const FIELDS = ['severity' => PGSQL_DIAG_SEVERITY, 'sqlstate' => PGSQL_DIAG_SQLSTATE,
        'message_primary' => PGSQL_DIAG_MESSAGE_PRIMARY, 'message_detail' => PGSQL_DIAG_MESSAGE_DETAIL,
        'message_hint' => PGSQL_DIAG_MESSAGE_HINT, 'statement_position' => PGSQL_DIAG_STATEMENT_POSITION,
        'internal_position' => PGSQL_DIAG_INTERNAL_POSITION, 'internal_query' => PGSQL_DIAG_INTERNAL_QUERY,
        'content' => PGSQL_DIAG_CONTEXT, 'schema_name' => PGSQL_DIAG_SCHEMA_NAME, 'table_name' => PGSQL_DIAG_TABLE_NAME,
        'column_name' => PGSQL_DIAG_COLUMN_NAME, 'datatype_name' => PGSQL_DIAG_DATATYPE_NAME,
        'constraint_name' => PGSQL_DIAG_CONSTRAINT_NAME, 'source_file' => PGSQL_DIAG_SOURCE_FILE,
        'source_line' => PGSQL_DIAG_SOURCE_LINE, 'source_function' => PGSQL_DIAG_SOURCE_FUNCTION];

    /**
     * @param string|null $error null: none
     * @param int $code errno of a connection that failed
     * @param list<string>|null $notices
     */
    public function __construct(
        public readonly ?Result $result,
        public readonly ?string $error = null,
        public readonly int $code = 0,
        private readonly ?array $notices = null,
    ) {
    }

    public function isGood(): bool
    {
        return $this->error === null;
    }

    /** Into the properties that the classes of the API have for it. */
    public function report(PostgreSQL|PostgreSQLStatement ...$to): void
    {
        $diagnosis = $this->error === null || $this->result === null ? null : self::diagnosis($this->result);
        foreach ($to as $object) {
            $object->error = $this->error;
            $object->errCode = $this->code;
            $object->resultStatus = $this->result === null ? 0 : pg_result_status($this->result);
            $object->resultDiag = $diagnosis;
            $object->notices = $this->notices;
        }
    }

    /** @return array<string, string|null> */
    private static function diagnosis(Result $result): array
    {
        return array_map(static fn(int $field) => pg_result_error_field($result, $field) ?: null, self::FIELDS);
    }
}
