<?php

declare(strict_types=1);

namespace Bugle;

/** Serializes events within the size that the server accepts. */
final class Shrink
{
    /** Below the API's limit of 1,048,576 bytes, with room for additions by a proxy. */
    public const MAX_BYTES = 1_040_000;

    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_PARTIAL_OUTPUT_ON_ERROR;

    private const ESSENTIAL = ['event_id', 'platform', 'app_id', 'exception_type', 'message', 'stack', 'release',
        'dist', 'environment', 'timestamp'];
    private const STEPS = ['texts', 'screenshot', 'source_context', 'extra', 'breadcrumbs', 'frames'];
    /** Bounded fields that the SDK itself writes. */
    private const OWN = ['sdk', 'repeat', 'users', 'client_drops', 'shrunk'];
    private const MAPS = ['tags', 'contexts', 'extra'];

    /**
     * Serializes an event to JSON of at most `$limit` bytes. Reduces it in a fixed order (text beyond what the server
     * keeps, screenshot, source lines, extra, oldest breadcrumbs, deep frames, then the largest remaining field) and
     * lists the removed parts in `shrunk`.
     *
     * @param array<string, mixed> $event
     */
    public static function toBody(array $event, int $limit = self::MAX_BYTES): string
    {
        $body = self::encode($event);
        if (strlen($body) <= $limit) {
            return $body;
        }
        $sizes = [];
        foreach (self::dispensable($event) as $name) {
            $sizes[$name] = strlen(self::encode([$name => $event[$name]]));
        }
        arsort($sizes);
        $event['shrunk'] = array_values((array) ($event['shrunk'] ?? []));
        foreach ([...self::STEPS, ...array_keys($sizes), 'tail'] as $step) {
            $small = self::reduce($event, (string) $step);
            if ($small === $event) {
                continue;
            }
            $event = $small;
            $name = $step === 'tail' ? 'frames' : (string) $step;
            if (!in_array($name, $event['shrunk'], true)) {
                $event['shrunk'][] = $name;
            }
            $body = self::encode($event);
            if (strlen($body) <= $limit) {
                break;
            }
        }
        return $body;
    }

    /**
     * Reduces an event that the server refuses to its minimal form: a hook of the host may have added anything.
     *
     * @param array<string, mixed> $event
     */
    public static function toMinimal(array $event): string
    {
        foreach (self::dispensable($event) as $name) {
            unset($event[$name]);
        }
        $event['shrunk'] = ['refused'];
        return self::encode($event);
    }

    /** @param array<string, mixed> $event */
    public static function encode(array $event): string
    {
        foreach (self::MAPS as $field) {
            // PHP has one type for lists and maps: a map whose names are 0, 1, 2 would become a list.
            if (isset($event[$field]) && is_array($event[$field])) {
                $event[$field] = (object) $event[$field];
            }
        }
        foreach (is_array($event['breadcrumbs'] ?? null) ? $event['breadcrumbs'] : [] as $at => $breadcrumb) {
            if (is_array($breadcrumb['data'] ?? null)) {
                $event['breadcrumbs'][$at]['data'] = (object) $breadcrumb['data'];
            }
        }
        return (string) json_encode($event, self::FLAGS);
    }

    /**
     * @param array<string, mixed> $event
     * @return array<string, mixed>
     */
    private static function reduce(array $event, string $step): array
    {
        switch ($step) {
            case 'texts':
                return self::cutTexts($event, 65_536, 8192, 250);
            case 'breadcrumbs':
                if (is_array($event['breadcrumbs'] ?? null)) {
                    $event['breadcrumbs'] = array_slice($event['breadcrumbs'], -10);
                }
                return $event;
            case 'frames':
                return self::cutTexts($event, 16_384, 8192, 60);
            case 'tail':
                return self::cutTexts($event, 2048, 2048, 8);
            default:
                unset($event[$step]);
                return $event;
        }
    }

    /**
     * Cuts stacks to a number of frames and other texts to a length, except fields that are removed as a whole.
     *
     * @param array<string, mixed> $event
     * @return array<string, mixed>
     */
    private static function cutTexts(array $event, int $stackLength, int $length, int $frames): array
    {
        foreach ($event as $name => $value) {
            if (in_array($name, ['screenshot', 'source_context', 'extra'], true)) {
                continue;
            }
            if ($name === 'stack') {
                $event[$name] = self::cutStack($value, $stackLength, $frames);
            } elseif ($name === 'exceptions' && is_array($value)) {
                foreach ($value as $at => $cause) {
                    if (is_array($cause) && isset($cause['stack'])) {
                        $cause['stack'] = self::cutStack($cause['stack'], $stackLength, $frames);
                    }
                    $event[$name][$at] = $cause;
                }
            } elseif (is_string($value)) {
                $event[$name] = Scrub::cut($value, $length);
            } elseif (is_array($value)) {
                array_walk_recursive($value, static function (mixed &$text) use ($length): void {
                    $text = is_string($text) ? Scrub::cut($text, $length) : $text;
                });
                $event[$name] = $value;
            }
        }
        return $event;
    }

    private static function cutStack(mixed $stack, int $length, int $frames): mixed
    {
        return is_array($stack)
            ? array_slice($stack, 0, $frames)
            : (is_string($stack) ? Scrub::cut($stack, $length) : $stack);
    }

    /**
     * Lists the fields that are neither essential nor the SDK's own.
     *
     * @param array<string, mixed> $event
     * @return list<string>
     */
    private static function dispensable(array $event): array
    {
        $names = [];
        foreach ($event as $name => $value) {
            $isSound = is_string($value) || $value === null || ($name === 'stack' && is_array($value));
            if (!(in_array($name, self::ESSENTIAL, true) ? $isSound : in_array($name, self::OWN, true))) {
                $names[] = (string) $name;
            }
        }
        return $names;
    }
}
