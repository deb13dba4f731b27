<?php

declare(strict_types=1);

namespace Bugle\Transport;

use Bugle\Version;

/** Sends by PHP's streams, one event after the other, where there is no curl extension. */
final class StreamTransport implements Transport
{
    public function send(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $end = microtime(true) + $timeoutMs / 1000;
        $responses = [];
        foreach ($bodies as $id => $body) {
            $left = $end - microtime(true);
            if ($left <= 0) {
                break;
            }
            $responses[$id] = self::post($url, $token, $body, $left);
            if ($responses[$id]['status'] === 0) {
                // The others would wait as long.
                break;
            }
        }
        return $responses;
    }

    /** @return array{status: int, retryAfter: ?string, body: string, location?: ?string} */
    private static function post(string $url, string $token, string $body, float $seconds): array
    {
        $isGzipped = function_exists('gzencode');
        $headers = [
            'Content-Type: application/json',
            'X-Service-Token: ' . $token,
            'User-Agent: bugle-php/' . Version::VERSION,
            'Connection: close',
            ...($isGzipped ? ['Content-Encoding: gzip'] : []),
        ];
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => implode("\r\n", $headers),
            'content' => $isGzipped ? (string) gzencode($body, 1) : $body,
            'timeout' => $seconds,
            'follow_location' => 0,
            'ignore_errors' => true,
        ]]);
        $stream = @fopen($url, 'r', false, $context);
        if ($stream === false) {
            return ['status' => 0, 'retryAfter' => null, 'body' => ''];
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $response = (string) stream_get_contents($stream, 2000);
        fclose($stream);
        $status = 0;
        $retryAfter = $location = null;
        foreach (is_array($lines) ? $lines : [] as $line) {
            if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
                $status = (int) $found[1];
            } elseif (strncasecmp($line, 'retry-after:', 12) === 0) {
                $retryAfter = trim(substr($line, 12));
            } elseif (strncasecmp($line, 'location:', 9) === 0) {
                $location = trim(substr($line, 9));
            }
        }
        return ['status' => $status, 'retryAfter' => $retryAfter, 'body' => $response, 'location' => $location];
    }
}
