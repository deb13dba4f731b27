<?php

declare(strict_types=1);

namespace Bugle;

/** The commands of the framework packages: `bugle:test` proves the way to the server, `bugle:flush` sends. */
final class Check
{
    private const ADVICE = [
        0 => 'no response: is the endpoint reachable from here?',
        401 => 'the token is unknown or was replaced',
        402 => 'the subscription of the project has ended',
        403 => 'the app id is not pinned to the project',
        413 => 'the event is too large for a proxy on the way',
        429 => 'too many requests for this token',
    ];

    private const READ_SECONDS = 30;

    private const OFF = 'Bugle is off: set BUGLE_TOKEN, BUGLE_ENDPOINT and BUGLE_APP_ID';

    /** @param \Closure(string): void $print */
    public function __construct(private readonly \Closure $print)
    {
    }

    /**
     * Sends an event and, with an API token, reads it back.
     *
     * @return bool whether every step succeeded
     */
    public function run(?Client $client, ?string $apiToken = null): bool
    {
        if ($client === null) {
            return $this->fail(self::OFF);
        }
        $options = $client->options;
        $this->say("endpoint: $options->endpoint, app id: $options->appId");
        $event = (new EventBuilder($options))->fromThrown(
            new \RuntimeException('A test of Bugle'),
            ['mechanism' => ['type' => 'test', 'handled' => true]],
        );
        $event['mechanism'] = ['type' => 'test', 'handled' => true];
        $event['level'] = 'info';
        unset($event['extra'], $event['exceptions']);
        $id = $event['event_id'];
        $bodies = [$id => Shrink::toBody($event)];
        $response = $options->newTransport()->send($options->url(), $options->token, $bodies, 10_000);
        $status = $response[$id]['status'] ?? 0;
        if ($status !== 202) {
            $text = $status === 0 ? 'the event was not sent' : "the server refused the event with status $status";
            return $this->fail($text . (isset(self::ADVICE[$status]) ? ': ' . self::ADVICE[$status] : ''));
        }
        $id = json_decode($response[$id]['body'], true)['event_id'] ?? $id;
        $this->say("the server has event $id");
        return $apiToken === null || $this->readBack($options, $apiToken, $id);
    }

    /** Sends the events that wait in the store; returns whether the server has every one. */
    public function flush(?Client $client, int $seconds): bool
    {
        if ($client === null) {
            return $this->fail(self::OFF);
        }
        $isSent = $client->flush($seconds * 1000, true);
        $this->say($isSent ? 'Everything is sent.' : 'Some events are still waiting.');
        return $isSent;
    }

    private function readBack(Options $options, string $apiToken, string $id): bool
    {
        $base = preg_replace('~(/api)?/ingest$~', '', $options->url());
        $context = stream_context_create(['http' => [
            'header' => "Authorization: Bearer $apiToken",
            'timeout' => 10,
            'ignore_errors' => true,
        ]]);
        // A busy server has an event for seconds before it can be read.
        $end = microtime(true) + self::READ_SECONDS;
        for (;;) {
            $body = @file_get_contents($base . '/api/events/' . $id, false, $context);
            $event = is_string($body) ? json_decode($body, true) : null;
            if (($event['code'] ?? null) !== 'not_found' || microtime(true) > $end) {
                break;
            }
            usleep(200_000);
        }
        if (($event['event']['message'] ?? null) !== 'A test of Bugle') {
            $reason = $event['message'] ?? $event['code'] ?? 'no response';
            return $this->fail('the event could not be read back: ' . Scrub::toText($reason, 200));
        }
        $this->say('read it back: issue ' . $event['event']['issue_id']);
        return true;
    }

    private function say(string $line): void
    {
        ($this->print)($line);
    }

    private function fail(string $line): bool
    {
        $this->say($line);
        return false;
    }
}
