<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Monolog\Monolog2Handler;
use Bugle\Monolog\Monolog3Handler;
use Monolog\Logger;

/** Creates the log channel `bugle`: `Log::channel('bugle')->error('…')` becomes an event. */
final class LogChannel
{
    /** @param array<string, mixed> $config */
    public static function create(array $config): Logger
    {
        $level = Logger::toMonologLevel($config['level'] ?? 'error');
        $handler = Logger::API >= 3 ? new Monolog3Handler($level) : new Monolog2Handler($level);
        return new Logger((string) ($config['name'] ?? 'bugle'), [$handler]);
    }
}
