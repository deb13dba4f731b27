<?php

declare(strict_types=1);

namespace Bugle\Laravel;

use Bugle\Client;
use Bugle\EventBuilder;
use Bugle\Scope;
use Bugle\Scrub;
use Illuminate\Container\Container;

/**
 * Adds the request and its user to events: method, URL without query, route pattern, and the user's identifier. No
 * header except `traceparent`, no body, no session, no address, and never a query to find the user.
 */
final class Requests
{
    /** @param mixed $user `id`, `hash` or false */
    public function __construct(
        private readonly Client $client,
        private readonly mixed $user,
        private readonly string $key,
    ) {
    }

    public function watch(Listeners $events): void
    {
        $this->client->scope()->findUser($this->findUser(...));
        $this->client->scope()->setContext('laravel_context', self::sharedContext(...));
        $events->on('Illuminate\Routing\Events\RouteMatched', function (object $event): void {
            $this->client->scope()->setContext('request', self::contextOf($event->request, $event->route));
            $this->setTrace($this->client->scope(), $event->request);
        });
        $events->on('Illuminate\Auth\Events\Authenticated', fn (object $event) => $this->setUser($event->user));
        $events->on('Illuminate\Auth\Events\Login', fn (object $event) => $this->setUser($event->user));
        $events->on('Illuminate\Auth\Events\Logout', fn () => $this->client->scope()->setUser(null));
        // Octane keeps the process; each piece of work begins with a scope of its own.
        foreach (['RequestReceived', 'TaskReceived', 'TickReceived'] as $begin) {
            $events->on("Laravel\\Octane\\Events\\$begin", function (object $event) use ($begin): void {
                $scope = $this->client->freshScope();
                if ($begin === 'RequestReceived') {
                    $this->client->beginSession();
                }
                if (isset($event->request)) {
                    $scope->setContext('request', self::contextOf($event->request, null));
                }
            });
        }
        $ends = ['RequestTerminated', 'TaskTerminated', 'TickTerminated', 'WorkerErrorOccurred', 'WorkerStopping'];
        foreach ($ends as $end) {
            $events->on("Laravel\\Octane\\Events\\$end", function (): void {
                $this->client->endSession();
                $this->client->flush();
                $this->client->freshScope();
            });
        }
    }

    /**
     * Finds the user that a guard has already found, without announcing it, as Sanctum's does.
     *
     * @return array{id: string|int}|null
     */
    private function findUser(): ?array
    {
        // Octane gives each request a container of its own.
        $app = Container::getInstance();
        $guard = $app->resolved('auth') ? $app->make('auth')->guard() : null;
        $hasUser = $guard !== null && method_exists($guard, 'hasUser') && $guard->hasUser();
        return $hasUser ? $this->shown($guard->user()) : null;
    }

    /**
     * Returns what the program shares by Laravel's `Context` (11 and later), without what it hides there.
     *
     * @return array<string, mixed>|null
     */
    private static function sharedContext(): ?array
    {
        $app = Container::getInstance();
        $name = 'Illuminate\Log\Context\Repository';
        return $app->resolved($name) ? $app->make($name)->all() : null;
    }

    private function setUser(mixed $user): void
    {
        $shown = $this->shown($user);
        if ($shown !== null) {
            $this->client->scope()->setUser($shown);
        }
    }

    /** @return array{id: string|int}|null */
    private function shown(mixed $user): ?array
    {
        if ($this->user === false || !is_object($user) || !method_exists($user, 'getAuthIdentifier')) {
            return null;
        }
        $id = $user->getAuthIdentifier();
        if (!is_int($id) && !is_string($id)) {
            return null;
        }
        // An address as identifier would name the person.
        $isHashed = $this->user === 'hash' || str_contains((string) $id, '@');
        return ['id' => $isHashed ? substr(hash_hmac('sha256', (string) $id, $this->key), 0, 32) : $id];
    }

    private function setTrace(Scope $scope, object $request): void
    {
        $header = $request->headers->get('traceparent');
        if ($header !== null) {
            // Most requests have no error, and need not load what reads it.
            $scope->setContext('trace', static fn (): ?array => EventBuilder::traceOf($header));
        }
    }

    /** @return array<string, string> */
    private static function contextOf(object $request, ?object $route): array
    {
        $name = $route?->getName();
        return [
            'method' => (string) $request->getMethod(),
            'url' => Scrub::cleanUrl((string) $request->getPathInfo()),
        ] + ($route === null ? [] : ['route' => (string) $route->uri()]) + (is_string($name) ? ['name' => $name] : []);
    }
}
