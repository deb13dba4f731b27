<?php

declare(strict_types=1);

namespace Bugle\Laravel\Tests;

use Bugle\Client;
use Bugle\Laravel\Listeners;
use Bugle\Laravel\Requests;
use Bugle\Laravel\Work;
use Bugle\Tests\CountsSessions;
use Bugle\Tests\RecordingTransport;
use Illuminate\Events\Dispatcher;
use PHPUnit\Framework\TestCase;

/** Events of Octane and of later versions of Laravel, which Debian does not have: plain objects stand in for them. */
final class WorkTest extends TestCase
{
    use CountsSessions;

    private RecordingTransport $server;
    private Client $client;
    private Dispatcher $events;

    protected function setUp(): void
    {
        $this->server = new RecordingTransport();
        $this->client = new Client([
            'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example',
            'storeDirectory' => false,
        ], $this->server);
        $this->events = new Dispatcher();
        $listeners = new Listeners($this->client, $this->events);
        (new Work($this->client))->watch($listeners);
        (new Requests($this->client, 'hash', 'key'))->watch($listeners);
    }

    public function testKeepsRequestsOfOctaneApart(): void
    {
        foreach (['first', 'second'] as $name) {
            $this->events->dispatch('Laravel\Octane\Events\RequestReceived', [new \stdClass()]);
            if ($name === 'first') {
                $this->client->scope()->setTag('left', 'behind');
                $this->client->addBreadcrumb(['category' => 'test', 'message' => $name]);
                $this->login('hidden@example.com');
            }
            $this->client->captureMessage($name);
            $this->events->dispatch('Laravel\Octane\Events\RequestTerminated', [new \stdClass()]);
        }
        [$first, $second] = $this->server->accepted;
        self::assertSame(['left' => 'behind'], $first['tags']);
        self::assertMatchesRegularExpression('/^[0-9a-f]{32}$/', $first['user']['id']);
        foreach (['tags', 'breadcrumbs', 'user'] as $field) {
            self::assertArrayNotHasKey($field, $second);
        }
    }

    public function testCountsRequestsOfOctane(): void
    {
        [$client, $counted] = $this->countingClient();
        (new Requests($client, 'hash', 'key'))->watch(new Listeners($client, $this->events));
        foreach (['well', 'handled', 'unhandled'] as $how) {
            $this->events->dispatch('Laravel\Octane\Events\RequestReceived', [new \stdClass()]);
            if ($how !== 'well') {
                $client->captureException(new \LengthException($how), [
                    'mechanism' => ['type' => 'laravel', 'handled' => $how === 'handled'],
                ]);
            }
            $this->events->dispatch('Laravel\Octane\Events\RequestTerminated', [new \stdClass()]);
        }
        // A tick is no request.
        $this->events->dispatch('Laravel\Octane\Events\TickReceived', [new \stdClass()]);
        $this->events->dispatch('Laravel\Octane\Events\TickTerminated', [new \stdClass()]);
        self::assertSame(['exited' => 1, 'errored' => 1, 'crashed' => 1], $counted());
    }

    public function testReportsAJobThatTimesOutOnce(): void
    {
        $job = $this->job();
        $this->events->dispatch('Illuminate\Queue\Events\JobProcessing', [
            (object) ['job' => $job, 'connectionName' => 'redis'],
        ]);
        $this->events->dispatch('Illuminate\Queue\Events\JobTimedOut', [(object) ['job' => $job]]);
        $this->events->dispatch('Illuminate\Queue\Events\WorkerStopping', [new \stdClass()]);
        self::assertCount(1, $this->server->accepted);
        self::assertSame('App\Pay ran longer than its timeout', $this->server->accepted[0]['message']);
        self::assertSame('App\Pay', $this->server->accepted[0]['contexts']['job']['class']);
    }

    public function testNamesTheJobOfASynchronousFailure(): void
    {
        $job = (object) ['job' => $this->job(), 'connectionName' => 'sync'];
        $this->client->scope()->setTag('request', 1);
        $this->events->dispatch('Illuminate\Queue\Events\JobProcessing', [$job]);
        $this->client->scope()->setTag('job', 2);
        $this->events->dispatch('Illuminate\Queue\Events\JobExceptionOccurred', [$job]);
        $this->client->captureMessage('after');
        $this->client->flush();
        self::assertSame(['request' => 1], $this->server->accepted[0]['tags']);
        self::assertSame('App\Pay', $this->server->accepted[0]['contexts']['job']['class']);
    }

    private function login(string $id): void
    {
        $user = new class ($id) {
            public function __construct(private readonly string $id)
            {
            }

            public function getAuthIdentifier(): string
            {
                return $this->id;
            }
        };
        $this->events->dispatch('Illuminate\Auth\Events\Authenticated', [(object) ['user' => $user]]);
    }

    private function job(): object
    {
        return new class {
            /** @param list<mixed> $given */
            public function __call(string $name, array $given): string|int
            {
                return ['resolveName' => 'App\Pay', 'attempts' => 1][$name] ?? $name;
            }
        };
    }
}
