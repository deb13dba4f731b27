<?php

declare(strict_types=1);

namespace Bugle\Laravel\Facades;

use Bugle\Client;
use Illuminate\Support\Facades\Facade;

/**
 * The program's client as a facade of Laravel. It has what `Bugle\Bugle` has, and does nothing while Bugle is off.
 *
 * @method static string|null captureException(mixed $error, array $hint = [])
 * @method static string|null captureMessage(string $message, string|array|null $level = null, array $hint = [])
 * @method static string|null captureFeedback(string $message, array $details = [])
 * @method static string|null captureCheckIn(string $monitor, string $status, array $details = [])
 * @method static mixed withMonitor(string $monitor, callable $job, string|array $schedule = [])
 * @method static void addBreadcrumb(array $breadcrumb)
 * @method static void setUser(?array $user)
 * @method static void setTag(string $name, mixed $value)
 * @method static void setTags(array $tags)
 * @method static void setContext(string $name, array|\Closure|null $facts)
 * @method static void setExtra(string $name, mixed $value)
 * @method static mixed withScope(callable $work)
 * @method static bool flush(?int $timeoutMs = null)
 * @method static bool close(?int $timeoutMs = null)
 *
 * @see Client
 * @example Bugle::captureMessage('The cache was cold', 'warning')
 */
final class Bugle extends Facade
{
    protected static function getFacadeAccessor(): string
    {
        return Client::class;
    }
}
