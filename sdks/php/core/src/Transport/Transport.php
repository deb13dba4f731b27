<?php

declare(strict_types=1);

namespace Bugle\Transport;

/** Sends events to the server. */
interface Transport
{
    /**
     * Sends several events at once and waits for the responses, at most as long as given.
     *
     * @param array<string, string> $bodies JSON by event id
     * @return array<string, array{status: int, retryAfter: ?string, body: string, location?: ?string}> status 0: no
     *     response; `location`: where the server redirects to
     */
    public function send(string $url, string $token, array $bodies, int $timeoutMs): array;
}
