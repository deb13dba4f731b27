<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Client;
use Bugle\Scope;
use PHPUnit\Framework\TestCase;

final class ClientTest extends TestCase
{
    private RecordingTransport $server;

    protected function setUp(): void
    {
        $this->server = new RecordingTransport();
    }

    public function testReportsAnErrorOnce(): void
    {
        $client = $this->client();
        $error = new \RuntimeException('once');
        $id = $client->captureException($error);
        self::assertSame($id, $client->captureException($error));
        $client->flush();
        self::assertSame([$id], array_column($this->server->accepted, 'event_id'));
    }

    public function testFoldsEqualErrorsWithExactCounts(): void
    {
        $client = $this->client();
        for ($i = 0; $i < 50; $i += 1) {
            $client->withScope(function (Scope $scope) use ($client, $i): void {
                $scope->setUser(['id' => 'u' . $i % 5]);
                $scope->setTags(['shared' => 1, 'own' => $i]);
                $client->captureException(new \RuntimeException('again'));
            });
        }
        $client->flush();
        self::assertSame([1, 1, 1, 47], array_map(
            static fn (array $event): int => $event['repeat'] ?? 1,
            $this->server->accepted,
        ));
        $last = $this->server->accepted[3];
        self::assertSame(['shared' => 1], $last['tags']);
        self::assertSame(47, array_sum(array_column($last['users'], 'count')));
    }

    public function testKeepsScopesApart(): void
    {
        $client = $this->client();
        $client->scope()->setTag('outer', 1);
        $client->withScope(function (Scope $scope) use ($client): void {
            $scope->setTag('inner', 2);
            $client->addBreadcrumb(['category' => 'a', 'message' => 'inside']);
            $client->captureMessage('inside');
        });
        $client->captureMessage('outside');
        $client->flush();
        [$inside, $outside] = $this->server->accepted;
        self::assertSame(['outer' => 1, 'inner' => 2], $inside['tags']);
        self::assertSame('inside', $inside['breadcrumbs'][0]['message']);
        self::assertSame(['outer' => 1], $outside['tags']);
        self::assertArrayNotHasKey('breadcrumbs', $outside);
    }

    public function testLeavesTheScopeOfWorkThatThrows(): void
    {
        $client = $this->client();
        $outer = $client->scope();
        try {
            $client->withScope(fn () => throw new \LogicException('x'));
        } catch (\LogicException) {
        }
        self::assertSame($outer, $client->scope());
    }

    public function testObeysIgnoreErrors(): void
    {
        $rules = [\LogicException::class, 'late row', '/^RuntimeException: gone \d+$/'];
        $client = $this->client(['ignoreErrors' => $rules]);
        self::assertNull($client->captureException(new \DomainException()));
        self::assertNull($client->captureException(new \RuntimeException('a late row')));
        self::assertNull($client->captureException(new \RuntimeException('gone 7')));
        $client->captureException(new \RuntimeException('kept'));
        $client->flush();
        self::assertCount(1, $this->server->accepted);
        self::assertSame([['reason' => 'ignored', 'count' => 3]], $this->server->accepted[0]['client_drops']);
    }

    public function testRemovesTheValuesThatDatabasesQuote(): void
    {
        $mysql = new \PDOException("SQLSTATE[23000]: 1062 Duplicate entry 'hidden@x.io' for key 'users.email'");
        $postgres = new \PDOException('duplicate key: DETAIL:  Key (email)=(hidden@x.io) already exists.', 0, $mysql);
        $client = $this->client();
        $client->captureException(new \RuntimeException('in a view: ' . $postgres->getMessage(), 0, $postgres));
        $client->flush();
        self::assertStringNotContainsString('hidden', (string) json_encode($this->server->accepted));
        self::assertSame(
            'in a view: duplicate key: DETAIL:  Key (email)=(?) already exists.',
            $this->server->accepted[0]['message'],
        );
    }

    public function testGivesHooksTheLastWord(): void
    {
        $client = $this->client(['beforeSend' => static function (array $event, array $hint): ?array {
            if ($event['message'] === 'drop') {
                return null;
            }
            if ($event['message'] === 'throw') {
                throw new \LogicException('in the hook');
            }
            return ['message' => 'changed', 'event_id' => 'mine', 'repeat' => 9] + $event;
        }]);
        foreach (['drop', 'throw', 'change'] as $message) {
            $client->captureException(new \RuntimeException($message));
        }
        $client->flush();
        self::assertSame(['throw', 'changed'], array_column($this->server->accepted, 'message'));
        self::assertNotSame('mine', $this->server->accepted[1]['event_id']);
        self::assertArrayNotHasKey('repeat', $this->server->accepted[1]);
    }

    public function testReportsNothingThatItsOwnHooksCause(): void
    {
        $client = null;
        $client = $this->client(['beforeSend' => static function (array $event) use (&$client): array {
            $client->captureMessage('from the hook');
            return $event;
        }]);
        $client->captureMessage('one');
        $client->flush();
        self::assertSame(['one'], array_column($this->server->accepted, 'message'));
    }

    public function testSendsMinimalEventsAfter400AndSmallerOnesAfter413(): void
    {
        $this->server->responses = [400, 202];
        $client = $this->client();
        $client->captureException(new \RuntimeException('odd'), ['extra' => ['a' => 1]]);
        $client->flush();
        self::assertSame(['refused'], $this->server->accepted[0]['shrunk']);
        $this->server->responses = [413, 202];
        $client->captureException(new \RuntimeException('large'), ['extra' => ['a' => str_repeat('x', 8000)]]);
        $client->flush();
        self::assertContains('extra', $this->server->accepted[1]['shrunk']);
    }

    public function testCountsRefusedEvents(): void
    {
        $this->server->responses = [403, 202];
        $client = $this->client();
        $log = ini_set('error_log', '/dev/null');
        $client->captureMessage('refused');
        self::assertFalse($client->flush());
        ini_set('error_log', (string) $log);
        $client->captureMessage('accepted');
        self::assertTrue($client->flush());
        self::assertSame([['reason' => 'refused_403', 'count' => 1]], $this->server->accepted[0]['client_drops']);
    }

    /** @dataProvider strays */
    public function testKeepsEventsWhileAProxyRespondsForTheServer(int $status, string $advice): void
    {
        $this->server->responses = [$status];
        $client = $this->client();
        $file = (string) tempnam(sys_get_temp_dir(), 'bugle-log');
        $log = ini_set('error_log', $file);
        $client->captureMessage('kept');
        self::assertFalse($client->flush());
        ini_set('error_log', (string) $log);
        $text = (string) file_get_contents($file);
        unlink($file);
        self::assertStringContainsString("[bugle] http://bugle.test/ingest answered $status: $advice", $text);
        self::assertTrue($client->flush(1000, true));
        self::assertSame(['kept'], array_column($this->server->accepted, 'message'));
        self::assertArrayNotHasKey('client_drops', $this->server->accepted[0]);
    }

    /** @return iterable<array{int, string}> */
    public static function strays(): iterable
    {
        yield [404, 'no Bugle there; check the endpoint'];
        yield [301, 'set the endpoint to https://bugle.example.com'];
        yield [402, 'the subscription has ended'];
    }

    public function testNamesTheTimeOfEachAttempt(): void
    {
        $client = $this->client();
        $client->captureMessage('now');
        $client->flush();
        self::assertEqualsWithDelta(microtime(true) * 1000, $this->server->accepted[0]['sent_at'], 60_000);
    }

    public function testSendsNothingForAWhileAfterAFailure(): void
    {
        $this->server->responses = [503];
        $client = $this->client();
        $client->captureMessage('first');
        self::assertFalse($client->flush());
        $client->captureMessage('second');
        self::assertFalse($client->flush());
        self::assertSame(1, $this->server->requests);
        self::assertTrue($client->flush(1000, true));
        self::assertSame(['first', 'second'], array_column($this->server->accepted, 'message'));
    }

    public function testBoundsItsQueue(): void
    {
        $this->server->responses = array_fill(0, 200, 0);
        $client = $this->client(['maxQueue' => 10]);
        for ($i = 0; $i < 30; $i += 1) {
            $client->captureMessage("message $i");
        }
        $this->server->responses = [];
        $client->flush(1000, true);
        $client->captureMessage('last');
        $client->flush(1000, true);
        $last = $this->server->accepted[10];
        self::assertSame([['reason' => 'queue_full', 'count' => 20]], $last['client_drops']);
    }

    /** @dataProvider hostile */
    public function testNeverThrows(mixed $thrown, array $hint): void
    {
        $client = $this->client();
        $client->captureException($thrown, $hint);
        $client->captureMessage('after');
        $client->flush();
        $sent = $this->server->accepted;
        self::assertSame('after', end($sent)['message']);
        foreach ($sent as $event) {
            self::assertLessThan(1_048_576, strlen((string) json_encode($event)));
        }
    }

    /** @return iterable<string, array{mixed, array<string, mixed>}> */
    public static function hostile(): iterable
    {
        $deep = null;
        for ($i = 0; $i < 10_000; $i += 1) {
            $deep = new \RuntimeException("cause $i", 0, $deep);
        }
        $circle = ['a' => 1];
        $circle['b'] = &$circle;
        yield '10,000 causes' => [$deep, []];
        yield 'a huge message' => [new \RuntimeException(str_repeat('x', 5_000_000)), []];
        yield 'binary' => [new \RuntimeException(random_bytes(2000)), ['tags' => ["\xFF" => "\xFE"]]];
        yield 'circles' => [new \RuntimeException('x'), ['extra' => $circle, 'contexts' => ['c' => $circle]]];
        yield 'wrong hints' => [new \RuntimeException('x'), [
            'tags' => 7, 'user' => 'me', 'contexts' => 'x', 'level' => [], 'extra' => new \stdClass(),
            'fingerprint' => 'x', 'mechanism' => 'y', 'screenshot' => 3,
        ]];
        yield 'a large extra' => [new \RuntimeException('x'), ['extra' => array_fill(0, 90, str_repeat('y', 100_000))]];
        yield 'a closure' => [static fn (): int => 1, []];
        yield 'a resource' => [STDERR, []];
        yield 'an anonymous class' => [new class ('anonymous') extends \RuntimeException {
        }, []];
        yield 'a context that throws' => [new \RuntimeException('x'), [
            'contexts' => ['broken' => static fn () => throw new \LogicException('in a context')],
        ]];
    }

    /** @param array<string, mixed> $options */
    private function client(array $options = []): Client
    {
        return new Client(
            $options + [
                'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example',
                'storeDirectory' => false,
            ],
            $this->server,
        );
    }
}
