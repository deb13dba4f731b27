<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Monolog\Handler\AbstractProcessingHandler;
use Monolog\LogRecord;

/**
 * Reports log records, for Monolog 3.
 *
 * @example $logger->pushHandler(new Monolog3Handler(Level::Error))
 */
final class Monolog3Handler extends AbstractProcessingHandler
{
    protected function write(LogRecord $record): void
    {
        Report::record($record->message, $record->context, $record->channel, $record->level->value);
    }
}
