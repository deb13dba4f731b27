<?php

declare(strict_types=1);

namespace Bugle\Monolog;

use Monolog\Handler\AbstractProcessingHandler;
use Monolog\LogRecord;

/**
 * Keeps log records as breadcrumbs, for Monolog 3.
 *
 * @example $logger->pushHandler(new Monolog3Breadcrumbs(Level::Info))
 */
final class Monolog3Breadcrumbs extends AbstractProcessingHandler
{
    protected function write(LogRecord $record): void
    {
        Breadcrumb::record($record->message, $record->context, $record->channel, $record->level->getName());
    }
}
