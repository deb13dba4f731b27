<?php

declare(strict_types=1);

namespace Bugle;

/**
 * An item beside events: sessions, a check-in, feedback, a file. It waits in the store like an event, under an id that
 * ends with its kind.
 *
 * @internal
 */
final class Item
{
    public const SESSIONS = 'sessions';
    public const CHECK_IN = 'check-ins';
    public const FEEDBACK = 'feedback';
    public const FILE = 'attachments';
    /** Files of an event, and bytes of one, that the server keeps. */
    public const MAX_FILES = 5;
    public const MAX_FILE_BYTES = 1_048_576;

    /** Names an item of a kind. */
    public static function newId(string $kind): string
    {
        return Uuid7::create() . ".$kind";
    }

    /** Returns the kind of an item by its id; null for an event. */
    public static function kindOf(string $id): ?string
    {
        $at = strpos($id, '.');
        return $at === false ? null : substr($id, $at + 1);
    }

    /**
     * Makes the request of a stored item.
     *
     * @return array{string, string} the end of its URL, and its body
     */
    public static function toRequest(string $id, string $body, string $appId): array
    {
        $kind = (string) self::kindOf($id);
        if ($kind !== self::FILE) {
            return ["/$kind", self::stamp($body)];
        }
        $file = (array) json_decode($body, true);
        $query = http_build_query([
            'app_id' => $appId,
            'event_id' => $file['event_id'] ?? '',
            'name' => $file['name'] ?? 'attachment',
            'type' => $file['type'] ?? 'application/octet-stream',
        ]);
        return ["/$kind?$query", (string) base64_decode((string) ($file['data'] ?? ''))];
    }

    /** Adds the time of this attempt, by which the server corrects a wrong clock. */
    public static function stamp(string $body): string
    {
        return substr($body, 0, -1) . ',"sent_at":' . (int) (microtime(true) * 1000) . '}';
    }

    /** Writes an item as JSON; what is null is left out. */
    public static function toBody(mixed $fields): string
    {
        $known = array_filter((array) $fields, static fn (mixed $value): bool => $value !== null);
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE;
        return (string) json_encode($known, $flags);
    }

    /**
     * Reads files as a program gives them; those that are no files, are too large or too many are left out.
     *
     * @return list<array{name: string, type: string, data: string}>
     */
    public static function filesOf(mixed $given): array
    {
        $files = [];
        foreach (is_array($given) ? $given : [] as $one) {
            $data = is_array($one) ? $one['data'] ?? null : null;
            if (is_string($data) && $data !== '' && strlen($data) <= self::MAX_FILE_BYTES) {
                $files[] = [
                    'name' => Scrub::toText($one['name'] ?? 'attachment', 200),
                    'type' => Scrub::toText($one['type'] ?? 'application/octet-stream', 100),
                    'data' => $data,
                ];
            }
        }
        return array_slice($files, 0, self::MAX_FILES);
    }
}
