<?php

declare(strict_types=1);

namespace Bugle\Tests;

use Bugle\Client;

/** Reads the requests that a client has counted and not sent yet. */
trait CountsSessions
{
    /** @return array{Client, \Closure(): array<string, int>} a client with a release, and what it has counted */
    private function countingClient(): array
    {
        $directory = sys_get_temp_dir() . '/bugle-sessions-' . bin2hex(random_bytes(6));
        $client = new Client([
            'token' => 'bgl_live_x', 'endpoint' => 'http://bugle.test', 'appId' => 'com.example', 'release' => 'shop@1',
            'storeDirectory' => $directory, 'send' => 'store',
        ], new RecordingTransport());
        $counted = static function () use ($directory): array {
            $sum = ['exited' => 0, 'errored' => 0, 'crashed' => 0];
            $texts = array_map('file_get_contents', glob("$directory/{sessions,*.sessions.json}", GLOB_BRACE) ?: []);
            foreach ($texts as $text) {
                $counts = json_decode((string) $text, true) ?: [];
                foreach ($counts['counts'] ?? $counts as $one) {
                    foreach ($sum as $how => $count) {
                        $sum[$how] = $count + ($one[$how] ?? 0);
                    }
                }
            }
            array_map('unlink', glob("$directory/*") ?: []);
            @rmdir($directory);
            return $sum;
        };
        return [$client, $counted];
    }
}
