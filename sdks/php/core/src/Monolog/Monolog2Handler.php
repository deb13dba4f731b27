<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Monolog\Handler\AbstractProcessingHandler;

/**
 * Reports log records, for Monolog 2.
 *
 * @example $logger->pushHandler(new Monolog2Handler(Logger::ERROR))
 */
final class Monolog2Handler extends AbstractProcessingHandler
{
    protected function write(array $record): void
    {
        Report::record($record['message'], $record['context'], $record['channel'], $record['level']);
    }
}
