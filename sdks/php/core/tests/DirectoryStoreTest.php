<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Circuit;
use Bugle\Client;
use Bugle\Drops;
use Bugle\DirectoryStore;
use Bugle\Uuid7;
use PHPUnit\Framework\TestCase;

final class DirectoryStoreTest extends TestCase
{
    private string $directory;

    protected function setUp(): void
    {
        $this->directory = sys_get_temp_dir() . '/bugle-store-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        array_map('unlink', glob("$this->directory/*") ?: []);
        @rmdir($this->directory);
    }

    public function testIsForItsUserAlone(): void
    {
        (new DirectoryStore($this->directory))->put(Uuid7::create(), '{}', new Drops());
        self::assertSame('0700', substr(sprintf('%o', fileperms($this->directory)), -4));
    }

    public function testDropsTheOldestBeyondAHundredAndCountsThem(): void
    {
        $store = new DirectoryStore($this->directory);
        $drops = new Drops();
        $now = (int) (microtime(true) * 1000);
        for ($i = 0; $i < 105; $i += 1) {
            $store->put(Uuid7::create($now + $i), '{"repeat":2}', $drops);
        }
        self::assertCount(100, $store->read(200, true));
        self::assertSame([['reason' => 'store_full', 'count' => 10]], $drops->take());
    }

    public function testDropsEventsOfLastMonth(): void
    {
        mkdir($this->directory, 0700);
        $old = Uuid7::timePart((int) (microtime(true) * 1000) - 31 * 86_400_000) . '-7000-8000-000000000000';
        file_put_contents("$this->directory/$old.json", '{}');
        $drops = new Drops();
        (new DirectoryStore($this->directory))->put(Uuid7::create(), '{}', $drops);
        self::assertSame([['reason' => 'store_full', 'count' => 1]], $drops->take());
    }

    public function testLeavesRecentEventsToTheProcessThatMadeThem(): void
    {
        $store = new DirectoryStore($this->directory);
        $store->put(Uuid7::create(), '{}', new Drops());
        self::assertSame([], $store->read(10));
        self::assertCount(1, $store->read(10, true));
    }

    public function testDeletesBrokenFiles(): void
    {
        $store = new DirectoryStore($this->directory);
        $id = Uuid7::create();
        $store->put($id, '{"half', new Drops());
        self::assertSame([], $store->read(10, true));
        self::assertFileDoesNotExist("$this->directory/$id.json");
    }

    public function testHandsCountsToTheNextProcess(): void
    {
        $drops = new Drops();
        $drops->add('sampled', 3);
        $store = new DirectoryStore($this->directory);
        $store->keepDrops($drops);
        $drops->add('sampled', 4);
        $store->keepDrops($drops);
        $next = new Drops();
        (new DirectoryStore($this->directory))->takeDrops($next);
        self::assertSame([['reason' => 'sampled', 'count' => 7]], $next->take());
        (new DirectoryStore($this->directory))->takeDrops($next);
        self::assertSame([], $next->take());
    }

    public function testDoesWithoutADirectoryThatCannotBeWritten(): void
    {
        $server = new RecordingTransport();
        $client = $this->client($server, '/proc/nowhere');
        $client->captureMessage('sent all the same');
        self::assertTrue($client->flush());
        self::assertCount(1, $server->accepted);
    }

    public function testSendsWhatAKilledProcessLeft(): void
    {
        $dead = $this->client(new RecordingTransport());
        $id = $dead->captureMessage('from the dead');
        unset($dead);
        $server = new RecordingTransport();
        $this->client($server)->flush(1000, true);
        self::assertSame([$id], array_column($server->accepted, 'event_id'));
        self::assertSame([], glob("$this->directory/*.json"));
    }

    public function testSharesAFailureWithOtherProcesses(): void
    {
        $server = new RecordingTransport();
        $server->responses = [0];
        $first = $this->client($server);
        $first->captureMessage('one');
        $first->flush();
        $second = $this->client($server);
        $second->captureMessage('two');
        $second->flush();
        self::assertSame(1, $server->requests);
        self::assertCount(2, glob("$this->directory/*-*.json"));
        // The pause is over: one tries again, and takes the other's event along once that is nobody's.
        file_put_contents("$this->directory/open-until", '1 1');
        $third = $this->client($server);
        $third->captureMessage('three');
        $third->flush();
        self::assertSame(['three'], array_column($server->accepted, 'message'));
        self::assertFileDoesNotExist("$this->directory/open-until");
    }

    public function testLetsOneProcessTryAgain(): void
    {
        $store = new DirectoryStore($this->directory);
        $store->write('open-until', '1 2');
        self::assertFalse((new Circuit($store))->isOpen());
        self::assertTrue((new Circuit($store))->isOpen());
    }

    public function testPausesForAsLongAsTheServerAsks(): void
    {
        $store = new DirectoryStore($this->directory);
        (new Circuit($store))->fail('120');
        [$until, $failures] = explode(' ', (string) file_get_contents("$this->directory/open-until"));
        self::assertEqualsWithDelta(microtime(true) + 120, (float) $until, 2);
        self::assertSame('1', $failures);
        self::assertSame(3600.0, Circuit::secondsOf('999999'));
        self::assertSame(0.0, Circuit::secondsOf('soon'));
    }

    private function client(RecordingTransport $server, ?string $directory = null): Client
    {
        return new Client(
            [
                'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example',
                'storeDirectory' => $directory ?? $this->directory,
            ],
            $server,
        );
    }
}
