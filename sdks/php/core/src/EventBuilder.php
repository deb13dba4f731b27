<?php

declare(strict_types=1);

namespace Bugle;

/** Builds events in the wire's spelling (docs/ingest.md). */
final class EventBuilder
{
    public const LEVELS = ['fatal', 'error', 'warning', 'info'];

    private readonly Frames $frames;
    private readonly Thrown $thrown;
    private ?SourceLines $sourceLines = null;

    public function __construct(private readonly Options $options)
    {
        $this->frames = new Frames($options->projectRoot);
        $this->thrown = new Thrown($this->frames, $options);
    }

    /**
     * Builds the event of an error with its causes.
     *
     * @param array<string, mixed> $hint
     * @return array<string, mixed>
     */
    public function fromThrown(mixed $thrown, array $hint): array
    {
        $parts = $this->thrown->chain($thrown);
        if ($parts[0]['stack'] === null && !isset($hint['mechanism'])) {
            $parts[0]['stack'] = $this->frames->here();
        }
        $event = $this->newEvent($parts, 'generic');
        $details = $this->thrown->details($thrown);
        if ($details !== []) {
            $event['extra'] = $details;
        }
        return $event;
    }

    /**
     * Builds the event of a message.
     *
     * @return array<string, mixed>
     */
    public function fromMessage(string $message): array
    {
        $part = ['exception_type' => 'Message', 'message' => Scrub::cleanText($message), 'stack' => null];
        return $this->newEvent([$part], 'message');
    }

    /**
     * Builds the event of an error that PHP itself raises, for which nothing is thrown.
     *
     * @param list<array<string, mixed>> $trace
     * @return array<string, mixed>
     */
    public function fromError(string $type, string $message, string $file, int $line, array $trace = []): array
    {
        $stack = $this->frames->shift($file, $line, $trace);
        $part = ['exception_type' => $type, 'message' => Scrub::cleanText($message), 'stack' => $stack];
        return $this->newEvent([$part], 'generic');
    }

    /**
     * @param non-empty-list<array{exception_type: string, message: string, stack: mixed}> $parts
     * @return array<string, mixed>
     */
    private function newEvent(array $parts, string $mechanism): array
    {
        $now = microtime(true);
        $causes = array_slice($parts, 1);
        $event = $parts[0] + [
            'exceptions' => $causes,
            'event_id' => Uuid7::create((int) ($now * 1000)),
            'timestamp' => gmdate('Y-m-d\TH:i:s', (int) $now) . sprintf('.%03dZ', (int) ($now * 1000) % 1000),
            'platform' => 'php',
            'app_id' => $this->options->appId,
            'level' => 'error',
            'mechanism' => ['type' => $mechanism, 'handled' => true],
            'sdk' => ['name' => $this->options->sdk, 'version' => Version::VERSION],
            'contexts' => self::facts(),
            'extra' => [],
        ];
        foreach (['release', 'dist', 'environment'] as $field) {
            if ($this->options->{$field} !== null) {
                $event[$field] = Scrub::toText($this->options->{$field}, 200);
            }
        }
        if ($this->options->sourceLines) {
            $this->sourceLines ??= new SourceLines($this->frames);
            $sources = $this->sourceLines->of($parts);
            if ($sources !== []) {
                $event['source_context'] = $sources;
            }
        }
        return $event;
    }

    /**
     * Facts about runtime and request: no header except `traceparent`, no body, no query, no argument.
     *
     * @return array<string, array<string, mixed>>
     */
    private static function facts(): array
    {
        $facts = [
            'os' => ['name' => PHP_OS_FAMILY, 'version' => php_uname('r')],
            'runtime' => ['name' => 'php', 'version' => PHP_VERSION, 'sapi' => PHP_SAPI],
            'memory' => ['peak' => memory_get_peak_usage(true), 'limit' => (string) ini_get('memory_limit')],
        ];
        $method = $_SERVER['REQUEST_METHOD'] ?? null;
        if (PHP_SAPI !== 'cli' && is_string($method)) {
            $url = is_string($_SERVER['REQUEST_URI'] ?? null) ? $_SERVER['REQUEST_URI'] : '/';
            $facts['request'] = ['method' => Scrub::cut($method, 20), 'url' => Scrub::cut(Scrub::cleanUrl($url), 2000)];
            $trace = self::traceOf($_SERVER['HTTP_TRACEPARENT'] ?? null);
            if ($trace !== null) {
                $facts['trace'] = $trace;
            }
        }
        return $facts;
    }

    /**
     * Reads the trace id of a `traceparent` header.
     *
     * @return array{trace_id: string}|null
     */
    public static function traceOf(mixed $header): ?array
    {
        $form = '/^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/';
        $isTrace = is_string($header) && preg_match($form, $header, $found) === 1 && trim($found[1], '0') !== '';
        return $isTrace ? ['trace_id' => $found[1]] : null;
    }
}
