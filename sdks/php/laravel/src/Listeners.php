<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Client;
use Illuminate\Contracts\Events\Dispatcher;

/**
 * Listens to events of Laravel, named by text since no version has all of them. A failure of ours stays here: Laravel
 * would throw it into the program's request or job.
 */
final class Listeners
{
    public function __construct(private readonly Client $client, private readonly Dispatcher $events)
    {
    }

    /** @param \Closure(object): mixed $work */
    public function on(string $event, \Closure $work): void
    {
        // Laravel reads the result of a listener: it must not be false.
        $this->events->listen($event, function (mixed ...$given) use ($work): void {
            $this->client->guard($work, ...$given);
        });
    }
}
