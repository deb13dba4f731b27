<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Transport\Transport;

/** A network that a test controls: it responds as prepared, then with 202. */
final class RecordingTransport implements Transport
{
    /** @var list<array<string, mixed>> */
    public array $accepted = [];
    /** @var list<array{path: string, query: array<array-key, mixed>, body: string}> what else was accepted */
    public array $items = [];
    /** @var list<int> statuses of the next responses */
    public array $responses = [];
    public ?string $retryAfter = null;
    public int $requests = 0;

    public function send(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $responses = [];
        foreach ($bodies as $id => $body) {
            $this->requests += 1;
            $status = array_shift($this->responses) ?? 202;
            $path = (string) parse_url($url, PHP_URL_PATH);
            if ($status === 202 && $path !== '/ingest') {
                parse_str((string) parse_url($url, PHP_URL_QUERY), $query);
                $this->items[] = ['path' => substr($path, strlen('/ingest')), 'query' => $query, 'body' => $body];
            } elseif ($status === 202) {
                $this->accepted[] = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
            $responses[$id] = ['status' => $status, 'retryAfter' => $this->retryAfter, 'body' => ''];
            if ($status === 301) {
                $responses[$id]['location'] = 'https://bugle.example.com/ingest';
            }
        }
        return $responses;
    }
}
