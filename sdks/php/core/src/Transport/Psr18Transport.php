<?php

declare(strict_types=1);

namespace Bugle\Transport;

use Bugle\Version;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends by any PSR-18 client, one event after the other: for programs that must use a proxy, a certificate or a log of
 * their own.
 *
 * PSR-18 has no time-out: give the client one of a second or less.
 *
 * @example Bugle::init(['transport' => new Psr18Transport($client, new Psr17Factory())])
 */
final class Psr18Transport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface&StreamFactoryInterface $factory,
    ) {
    }

    public function send(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $end = microtime(true) + $timeoutMs / 1000;
        $responses = [];
        foreach ($bodies as $id => $body) {
            if (microtime(true) >= $end) {
                break;
            }
            $responses[$id] = $this->post($url, $token, $body);
            if ($responses[$id]['status'] === 0) {
                // The others would wait as long.
                break;
            }
        }
        return $responses;
    }

    /** @return array{status: int, retryAfter: ?string, body: string, location?: ?string} */
    private function post(string $url, string $token, string $body): array
    {
        $isGzipped = function_exists('gzencode');
        $request = $this->factory->createRequest('POST', $url)
            ->withHeader('Content-Type', 'application/json')
            ->withHeader('X-Service-Token', $token)
            ->withHeader('User-Agent', 'bugle-php/' . Version::VERSION)
            ->withBody($this->factory->createStream($isGzipped ? (string) gzencode($body, 1) : $body));
        try {
            $response = $this->client->sendRequest(
                $isGzipped ? $request->withHeader('Content-Encoding', 'gzip') : $request,
            );
            return [
                'status' => $response->getStatusCode(),
                'retryAfter' => $response->getHeaderLine('Retry-After') ?: null,
                'body' => (string) $response->getBody(),
                'location' => $response->getHeaderLine('Location') ?: null,
            ];
        } catch (\Throwable) {
            return ['status' => 0, 'retryAfter' => null, 'body' => ''];
        }
    }
}
