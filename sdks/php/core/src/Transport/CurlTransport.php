<?php

declare(strict_types=1);

namespace Bugle\Transport;

use Bugle\Version;

/** Sends by the curl extension, all events at once. */
final class CurlTransport implements Transport
{
    private const CONNECT_MS = 300;
    private const CONCURRENT = 4;

    private ?\CurlMultiHandle $multi = null;

    public function send(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $end = microtime(true) + $timeoutMs / 1000;
        $responses = [];
        // Kept in workers: a further event reuses the connection.
        $this->multi ??= curl_multi_init();
        foreach (array_chunk($bodies, self::CONCURRENT, true) as $chunk) {
            $left = (int) (($end - microtime(true)) * 1000);
            if ($left < 1) {
                break;
            }
            $responses += $this->sendChunk($url, $token, $chunk, $left);
        }
        return $responses;
    }

    /**
     * @param array<string, string> $bodies
     * @return array<string, array{status: int, retryAfter: ?string, body: string, location: ?string}>
     */
    private function sendChunk(string $url, string $token, array $bodies, int $timeoutMs): array
    {
        $handles = [];
        $waits = [];
        foreach ($bodies as $id => $body) {
            $waits[$id] = null;
            $handle = curl_init();
            curl_setopt_array($handle, [
                CURLOPT_URL => $url,
                CURLOPT_POST => true,
                CURLOPT_POSTFIELDS => function_exists('gzencode') ? gzencode($body, 1) : $body,
                CURLOPT_HTTPHEADER => self::headers($token),
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_NOSIGNAL => true,
                CURLOPT_FOLLOWLOCATION => false,
                CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
                CURLOPT_CONNECTTIMEOUT_MS => min(self::CONNECT_MS, $timeoutMs),
                CURLOPT_TIMEOUT_MS => $timeoutMs,
                CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$waits, $id): int {
                    if (strncasecmp($line, 'retry-after:', 12) === 0) {
                        $waits[$id] = trim(substr($line, 12));
                    }
                    return strlen($line);
                },
            ]);
            curl_multi_add_handle($this->multi, $handle);
            $handles[$id] = $handle;
        }
        do {
            $status = curl_multi_exec($this->multi, $running);
            if ($running > 0) {
                curl_multi_select($this->multi, 0.1);
            }
        } while ($running > 0 && $status === CURLM_OK);
        $responses = [];
        foreach ($handles as $id => $handle) {
            $code = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
            // A response that was cut off is none.
            $body = curl_multi_getcontent($handle);
            $isWhole = curl_errno($handle) === 0 && $body !== null;
            $responses[$id] = [
                'status' => $isWhole ? $code : 0,
                'retryAfter' => $waits[$id],
                'body' => (string) $body,
                'location' => curl_getinfo($handle, CURLINFO_REDIRECT_URL) ?: null,
            ];
            curl_multi_remove_handle($this->multi, $handle);
        }
        return $responses;
    }

    /** @return list<string> */
    private static function headers(string $token): array
    {
        return [
            'Content-Type: application/json',
            'X-Service-Token: ' . $token,
            'User-Agent: bugle-php/' . Version::VERSION,
            'Expect:',
            ...(function_exists('gzencode') ? ['Content-Encoding: gzip'] : []),
        ];
    }
}
