<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Client;
use Bugle\Scrub;

/** Records what happened before an error. Each kind can be switched off; bindings, bodies and headers are never read. */
final class Breadcrumbs
{
    private const DEPRECATION = '/ is deprecated.{0,500} in \S+ on line \d+$/sD';

    public function __construct(private readonly Client $client)
    {
    }

    /** @param array<string, mixed> $wanted */
    public function watch(Listeners $events, array $wanted): void
    {
        $kinds = [
            'routes' => ['Illuminate\Routing\Events\RouteMatched' => $this->route(...)],
            'queries' => ['Illuminate\Database\Events\QueryExecuted' => $this->query(...)],
            'logs' => ['Illuminate\Log\Events\MessageLogged' => $this->log(...)],
            'http_client' => [
                'Illuminate\Http\Client\Events\ResponseReceived' => $this->response(...),
                'Illuminate\Http\Client\Events\ConnectionFailed' => $this->noResponse(...),
            ],
            'jobs' => ['Illuminate\Queue\Events\JobQueued' => $this->queued(...)],
            'mails' => ['Illuminate\Mail\Events\MessageSent' => fn () => $this->add('mail', 'sent')],
            'notifications' => ['Illuminate\Notifications\Events\NotificationSent' => $this->notification(...)],
            'cache' => [
                'Illuminate\Cache\Events\CacheHit' => fn (object $event) => $this->cache('hit', $event),
                'Illuminate\Cache\Events\CacheMissed' => fn (object $event) => $this->cache('missed', $event),
                'Illuminate\Cache\Events\KeyWritten' => fn (object $event) => $this->cache('wrote', $event),
            ],
        ];
        foreach ($kinds as $kind => $listeners) {
            if (($wanted[$kind] ?? $kind !== 'cache') === false) {
                continue;
            }
            foreach ($listeners as $event => $listener) {
                $events->on($event, $listener);
            }
        }
    }

    private function route(object $event): void
    {
        $this->add('route', $event->request->getMethod() . ' ' . $event->route->uri());
    }

    private function query(object $event): void
    {
        $this->add('query', Scrub::cleanStatement((string) $event->sql), [
            'ms' => $event->time,
            'connection' => $event->connectionName,
        ]);
    }

    private function log(object $event): void
    {
        // Reported errors are logged as well; deprecations are, too, even where their log leads nowhere.
        $isDeprecation = $event->level === 'warning' && preg_match(self::DEPRECATION, (string) $event->message) === 1;
        if (!isset($event->context['exception']) && !$isDeprecation) {
            $data = is_array($event->context) ? $event->context : [];
            $this->add('log', (string) $event->message, ['level' => $event->level] + $data);
        }
    }

    private function response(object $event): void
    {
        $seconds = $event->response->transferStats?->getTransferTime();
        $this->add('http', $event->request->method() . ' ' . Scrub::cleanUrl((string) $event->request->url()), [
            'status' => $event->response->status(),
        ] + ($seconds === null ? [] : ['ms' => round($seconds * 1000, 2)]));
    }

    private function noResponse(object $event): void
    {
        $this->add('http', $event->request->method() . ' ' . Scrub::cleanUrl((string) $event->request->url()), [
            'error' => 'no response',
        ]);
    }

    private function queued(object $event): void
    {
        $job = $event->job;
        $this->add('job', 'queued ' . (is_object($job) && !$job instanceof \Closure ? $job::class : 'a closure'));
    }

    private function cache(string $what, object $event): void
    {
        $this->add('cache', "$what $event->key");
    }

    private function notification(object $event): void
    {
        $this->add('notification', $event->notification::class . ' by ' . (string) $event->channel);
    }

    /** @param array<array-key, mixed> $data */
    private function add(string $category, string $message, array $data = []): void
    {
        $this->client->addBreadcrumb(['category' => $category, 'message' => $message, 'data' => $data]);
    }
}
