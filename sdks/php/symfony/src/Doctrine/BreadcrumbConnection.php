<?php

declare(strict_types=1);

namespace Bugle\Symfony\Doctrine;

use Bugle\Bugle;
use Bugle\Scrub;
use Doctrine\DBAL\Driver\Middleware\AbstractConnectionMiddleware;
use Doctrine\DBAL\Driver\Middleware\AbstractStatementMiddleware;
use Doctrine\DBAL\Driver\Result;
use Doctrine\DBAL\Driver\Statement;

/**
 * Records statements as breadcrumbs, with the time they took.
 *
 * @internal
 */
final class BreadcrumbConnection extends AbstractConnectionMiddleware
{
    public function prepare(string $sql): Statement
    {
        return new class (parent::prepare($sql), $sql) extends AbstractStatementMiddleware {
            public function __construct(Statement $statement, private readonly string $sql)
            {
                parent::__construct($statement);
            }

            /** DBAL 4 has no parameter here. */
            public function execute($params = null): Result
            {
                return BreadcrumbConnection::timed($this->sql, fn (): Result => parent::execute($params));
            }
        };
    }

    public function query(string $sql): Result
    {
        return self::timed($sql, fn (): Result => parent::query($sql));
    }

    /** DBAL 4 returns text for counts that are no integer. */
    public function exec(string $sql): int
    {
        return self::timed($sql, fn (): int => (int) parent::exec($sql));
    }

    /**
     * @template T
     * @param \Closure(): T $work
     * @return T
     */
    public static function timed(string $sql, \Closure $work): mixed
    {
        $began = hrtime(true);
        try {
            return $work();
        } finally {
            Bugle::addBreadcrumb([
                'category' => 'query',
                'message' => Scrub::cleanStatement($sql),
                'data' => ['ms' => round((hrtime(true) - $began) / 1e6, 2)],
            ]);
        }
    }
}
