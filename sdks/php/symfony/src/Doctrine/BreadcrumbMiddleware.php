<?php

declare(strict_types=1);

namespace Bugle\Symfony\Doctrine;

use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\Connection;
use Doctrine\DBAL\Driver\Middleware;
use Doctrine\DBAL\Driver\Middleware\AbstractDriverMiddleware;

/** Records queries of Doctrine DBAL 3 and 4 as breadcrumbs: the statement and its time, no parameter. */
final class BreadcrumbMiddleware implements Middleware
{
    public function wrap(Driver $driver): Driver
    {
        return new class ($driver) extends AbstractDriverMiddleware {
            public function connect(
                #[\SensitiveParameter]
                array $params
            ): Connection {
                return new BreadcrumbConnection(parent::connect($params));
            }
        };
    }
}
