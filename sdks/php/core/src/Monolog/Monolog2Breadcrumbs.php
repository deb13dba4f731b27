<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Monolog\Handler\AbstractProcessingHandler;

/**
 * Keeps log records as breadcrumbs, for Monolog 2.
 *
 * @example $logger->pushHandler(new Monolog2Breadcrumbs(Logger::INFO))
 */
final class Monolog2Breadcrumbs extends AbstractProcessingHandler
{
    protected function write(array $record): void
    {
        Breadcrumb::record($record['message'], $record['context'], $record['channel'], $record['level_name']);
    }
}
