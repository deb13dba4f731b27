<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Client;
use Bugle\Transport\Psr18Transport;
use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Handler\MockHandler;
use GuzzleHttp\Psr7\HttpFactory;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Response;
use PHPUnit\Framework\TestCase;

final class Psr18TransportTest extends TestCase
{
    public function testSendsByTheGivenClient(): void
    {
        $server = new MockHandler([new Response(202)]);
        $id = $this->client($server)->captureMessage('by PSR-18');
        $request = $server->getLastRequest();
        self::assertSame('POST http://bugle.test/ingest', $request->getMethod() . ' ' . $request->getUri());
        self::assertSame(['bgl_live_x', 'gzip'], [
            $request->getHeaderLine('X-Service-Token'), $request->getHeaderLine('Content-Encoding'),
        ]);
        $event = json_decode((string) gzdecode((string) $request->getBody()), true);
        self::assertSame([$id, 'by PSR-18'], [$event['event_id'], $event['message']]);
    }

    public function testWaitsAsLongAsTheServerAsks(): void
    {
        $server = new MockHandler([new Response(429, ['Retry-After' => '60']), new Response(202)]);
        $client = $this->client($server);
        $client->captureMessage('too many');
        self::assertFalse($client->flush());
        self::assertSame(1, $server->count());
        self::assertTrue($client->flush(1000, true));
    }

    public function testContainsTheFailureOfTheClient(): void
    {
        $server = new MockHandler([new ConnectException('no route', new Request('POST', 'x')), new Response(202)]);
        $client = $this->client($server);
        self::assertNotNull($client->captureMessage('away'));
        self::assertSame(1, $server->count());
        self::assertTrue($client->flush(1000, true));
    }

    private function client(MockHandler $server): Client
    {
        return new Client([
            'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example', 'send' => 'now',
            'storeDirectory' => false,
            'transport' => fn () => new Psr18Transport(new Guzzle(['handler' => $server]), new HttpFactory()),
        ]);
    }
}
