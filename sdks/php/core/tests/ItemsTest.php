<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Client;
use Bugle\DirectoryStore;
use Bugle\Options;
use Bugle\Scope;
use Bugle\SessionCounts;
use PHPUnit\Framework\TestCase;

/** Sessions, check-ins, feedback and files. */
final class ItemsTest extends TestCase
{
    private const MINUTE = 60_000;

    private RecordingTransport $server;
    private string $directory;

    protected function setUp(): void
    {
        $this->server = new RecordingTransport();
        $this->directory = sys_get_temp_dir() . '/bugle-items-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        array_map('unlink', glob("$this->directory/*") ?: []);
        @rmdir($this->directory);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function situations(): iterable
    {
        $file = dirname(__DIR__, 4) . '/conformance/items/situations.json';
        foreach (json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR) as $case) {
            if (!isset($case['situation']['run'])) {
                yield $case['name'] => [$case];
            }
        }
    }

    /**
     * @dataProvider situations
     * @param array<string, mixed> $case
     */
    public function testSendsWhatEverySdkSends(array $case): void
    {
        $client = $this->client($case['situation']['options'] ?? []);
        $this->act($client, $case['situation']);
        $client->flush();
        $sent = $this->server->items;
        self::assertSame(array_column($case['requests'], 'path'), array_column($sent, 'path'));
        $ids = [];
        foreach ($case['requests'] as $at => $expected) {
            $body = is_string($expected['body']) ? $sent[$at]['body'] : json_decode($sent[$at]['body'], true);
            $this->assertHas($expected['body'], $body, $ids);
            $this->assertHas($expected['query'] ?? [], $sent[$at]['query'], $ids);
            foreach ($expected['absent'] ?? [] as $field) {
                self::assertArrayNotHasKey($field, (array) $body);
            }
        }
        foreach ($case['hidden'] ?? [] as $word) {
            self::assertStringNotContainsString($word, serialize([$sent, $this->server->accepted]));
        }
    }

    public function testThrowsOnWhatAJobThrowsAndReturnsWhatItReturns(): void
    {
        $client = $this->client();
        self::assertSame(7, $client->withMonitor('job', static fn (): int => 7));
        $this->expectExceptionMessage('as it was');
        $client->withMonitor('job', static fn () => throw new \LengthException('as it was'));
    }

    public function testRunsAJobWhileTheServerIsAwayAndNeverReportsItLater(): void
    {
        $this->server->responses = [503, 503];
        $client = $this->client();
        self::assertSame(7, $client->withMonitor('job', static fn (): int => 7));
        self::assertSame(1, $this->server->requests);
        @unlink("$this->directory/open-until");
        $client->flush(1000, true);
        self::assertSame([], $this->server->items);
    }

    public function testKeepsFeedbackAndFilesWhileTheServerIsAway(): void
    {
        $this->server->responses = [503];
        $first = $this->client();
        $files = [['name' => 'a', 'data' => "\xff\x00"]];
        $id = $first->captureException(new \LengthException('x'), ['attachments' => $files]);
        $first->captureFeedback('It broke');
        self::assertFalse($first->flush());
        self::assertCount(3, glob("$this->directory/*.json") ?: []);
        $second = $this->client();
        self::assertTrue($second->flush(1000, true));
        self::assertSame([$id], array_column($this->server->accepted, 'event_id'));
        self::assertSame(['/attachments', '/feedback'], array_column($this->server->items, 'path'));
        self::assertSame("\xff\x00", $this->server->items[0]['body']);
        self::assertSame($id, $this->server->items[0]['query']['event_id']);
        self::assertSame([], glob("$this->directory/*.json") ?: []);
    }

    public function testLetsErrorsThroughWhileTheServerRefusesItemsForAWhile(): void
    {
        $this->server->responses = [503];
        $this->server->retryAfter = '60';
        $first = $this->client();
        $first->captureFeedback('It broke');
        self::assertFalse($first->flush());
        $second = $this->client();
        $second->captureException(new \LengthException('x'));
        self::assertTrue($second->flush());
        self::assertCount(1, $this->server->accepted);
        self::assertSame([], $this->server->items);
        self::assertCount(1, glob("$this->directory/*.json") ?: []);
        self::assertTrue($second->flush(1000, true));
        self::assertSame(['/feedback'], array_column($this->server->items, 'path'));
    }

    public function testKeepsErrorsHoweverLongSessionsWait(): void
    {
        $this->server->responses = [503];
        $first = $this->client();
        $id = $first->captureException(new \LengthException('x'));
        self::assertFalse($first->flush());
        for ($minute = 1; $minute <= 150; $minute += 1) {
            $this->counts()->add(SessionCounts::EXITED, $minute * self::MINUTE);
        }
        self::assertCount(100, glob("$this->directory/*.sessions.json") ?: []);
        $later = $this->client();
        $later->captureException(new \LengthException('y'));
        self::assertTrue($later->flush(5000, true));
        self::assertSame($id, $this->server->accepted[1]['event_id'] ?? null);
        self::assertCount(100, $this->server->items);
        self::assertArrayNotHasKey('client_drops', $this->server->accepted[0]);
    }

    public function testTakesWhatErrorsHaveWaitedBeforeItems(): void
    {
        for ($minute = 1; $minute <= 30; $minute += 1) {
            $this->counts()->add(SessionCounts::EXITED, $minute * self::MINUTE);
        }
        $id = $this->client()->captureException(new \LengthException('x'));
        self::assertSame($id, array_key_first((new DirectoryStore($this->directory))->read(10, true)));
    }

    public function testDropsAnItemThatIsRefusedAndSendsTheOthers(): void
    {
        $this->server->responses = [202, 400];
        $log = (string) ini_set('error_log', '/dev/null');
        $client = $this->client();
        $client->captureException(new \LengthException('x'), ['attachments' => [['name' => 'a', 'data' => 'x']]]);
        $client->captureFeedback('It broke');
        self::assertFalse($client->flush());
        ini_set('error_log', $log);
        self::assertSame(['/feedback'], array_column($this->server->items, 'path'));
        self::assertSame([], glob("$this->directory/*.json") ?: []);
    }

    public function testSendsNoFilesOfEventsThatAreDropped(): void
    {
        $client = $this->client(['ignoreErrors' => ['LengthException']]);
        $client->captureException(new \LengthException('x'), ['attachments' => [['name' => 'a', 'data' => 'x']]]);
        $client->flush();
        self::assertSame([], $this->server->items);
    }

    public function testKeepsFilesInTheirScope(): void
    {
        $client = $this->client();
        $client->withScope(function (Scope $scope) use ($client): void {
            $scope->addAttachment('inner', 'x');
            $client->captureMessage('inside');
        });
        $client->captureMessage('outside');
        $client->flush();
        self::assertCount(1, $this->server->items);
    }

    public function testAddsUpRequestsOfManyProcessesToExactCounts(): void
    {
        $worker = $this->directory . '-worker.php';
        $autoload = dirname(__DIR__) . '/autoload.php';
        file_put_contents($worker, "<?php require '$autoload';
            \$options = new Bugle\\Options(['token' => 't', 'appId' => 'a', 'release' => 'r',
                'endpoint' => 'http://x', 'storeDirectory' => '$this->directory']);
            for (\$i = 0; \$i < 50; \$i++) {
                \$store = Bugle\\DirectoryStore::of(\$options);
                (new Bugle\\SessionCounts(\$options, \$store))->add('exited', 60000 * 7);
            }");
        $processes = array_map(static fn () => proc_open([PHP_BINARY, $worker], [], $pipes), range(1, 8));
        array_map('proc_close', $processes);
        unlink($worker);
        $items = $this->counts()->add(SessionCounts::CRASHED, 8 * self::MINUTE);
        self::assertSame(400, json_decode((string) reset($items), true)['counts'][0]['exited']);
        $next = $this->counts()->add(SessionCounts::EXITED, 9 * self::MINUTE);
        $count = json_decode((string) reset($next), true)['counts'][0];
        self::assertSame(['started_at' => 8 * self::MINUTE, 'crashed' => 1], array_diff_key($count, ['id' => 0]));
    }

    public function testKeepsAMinuteOnDiskBeforeItIsTakenOut(): void
    {
        $this->counts()->add(SessionCounts::EXITED, self::MINUTE);
        $items = $this->counts()->add(SessionCounts::EXITED, 2 * self::MINUTE);
        $id = array_key_first($items);
        self::assertSame($items[$id], file_get_contents("$this->directory/$id.json"));
    }

    private function counts(): SessionCounts
    {
        return new SessionCounts(new Options($this->options(['release' => 'r'])), new DirectoryStore($this->directory));
    }

    /** @param array<string, mixed> $situation */
    private function act(Client $client, array $situation): void
    {
        if (isset($situation['feedback'])) {
            if ($situation['feedback']['after_error'] ?? false) {
                $client->captureException(new \LengthException('x'));
            }
            $client->captureFeedback($situation['feedback']['message'], $situation['feedback']['details']);
        } elseif (isset($situation['monitor'])) {
            ['slug' => $slug, 'throws' => $throws] = $situation['monitor'];
            try {
                $job = static fn () => $throws ? throw new \LengthException('x') : null;
                $client->withMonitor($slug, $job, $situation['monitor']['schedule'] ?? []);
                self::assertFalse($throws);
            } catch (\LengthException) {
                self::assertTrue($throws);
            }
        } elseif (isset($situation['attachments'])) {
            foreach ($situation['scope'] as ['name' => $name, 'data' => $data, 'type' => $type]) {
                $client->scope()->addAttachment($name, $data, $type);
            }
            $client->captureException(new \LengthException('x'), ['attachments' => $situation['attachments']]);
        } else {
            foreach ($situation['requests_of_server'] as $how) {
                $this->serve($client, $how);
            }
            $this->endMinute($client);
        }
    }

    private function serve(Client $client, string $how): void
    {
        $client->beginSession();
        match ($how) {
            'errored' => $client->captureException(new \LengthException('x')),
            'crashed' => $client->captureException(new \LengthException('y'), [
                'mechanism' => ['type' => 'onuncaughtexception', 'handled' => false],
            ]),
            'message' => $client->captureMessage('noted', 'warning'),
            default => null,
        };
        $client->endSession();
    }

    /** Puts the minute of the counts in the past, and lets another request come. */
    private function endMinute(Client $client): void
    {
        $file = "$this->directory/sessions";
        if (is_file($file)) {
            $earlier = static fn (array $found): string => (string) ((int) $found[0] - 120_000);
            $counts = (string) file_get_contents($file);
            file_put_contents($file, preg_replace_callback('/\d{13}/', $earlier, $counts));
        }
        $client->beginSession();
        $client->endSession();
    }

    /** @param array<string, string> $ids */
    private function assertHas(mixed $expected, mixed $sent, array &$ids, string $path = ''): void
    {
        if (is_array($expected)) {
            self::assertIsArray($sent, $path);
            foreach ($expected as $name => $value) {
                self::assertArrayHasKey($name, $sent, $path);
                $this->assertHas($value, $sent[$name], $ids, "$path.$name");
            }
            return;
        }
        $uuid = '/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/';
        if ($expected === '<uuid>') {
            self::assertMatchesRegularExpression($uuid, $sent, $path);
            $ids[$path] = $sent;
        } elseif ($expected === '<same>') {
            self::assertSame($ids[$path], $sent, $path);
        } elseif ($expected === '<event>') {
            self::assertSame($this->server->accepted[0]['event_id'], $sent, $path);
        } elseif ($expected === '<number>' || $expected === '<time>') {
            self::assertIsInt($sent, $path);
        } else {
            self::assertSame($expected, $sent, $path);
        }
    }

    /**
     * @param array<string, mixed> $change
     * @return array<string, mixed>
     */
    private function options(array $change = []): array
    {
        return $change + [
            'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example.shop',
            'storeDirectory' => $this->directory,
        ];
    }

    /** @param array<string, mixed> $change */
    private function client(array $change = []): Client
    {
        return new Client($this->options($change), $this->server);
    }
}
