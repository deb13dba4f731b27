<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Counts the requests of a server by how they ended, in a file that its processes share. A minute that is over becomes
 * an item of the store, sent by whichever process comes next.
 *
 * @internal
 */
final class SessionCounts
{
    public const EXITED = 'exited';
    public const ERRORED = 'errored';
    public const CRASHED = 'crashed';

    private const FILE = 'sessions';
    private const MINUTE_MS = 60_000;
    /** Minutes, releases and environments that wait; of further ones the oldest are forgotten. */
    private const MAX_ENTRIES = 100;

    public function __construct(private readonly Options $options, private readonly DirectoryStore $store)
    {
    }

    /**
     * Counts one request.
     *
     * @param self::EXITED|self::ERRORED|self::CRASHED $how
     * @return array<string, string> items of the minutes that are over, by id
     */
    public function add(string $how, ?int $now = null): array
    {
        $now ??= (int) (microtime(true) * 1000);
        $minute = intdiv($now, self::MINUTE_MS) * self::MINUTE_MS;
        $items = [];
        $this->store->withFile(self::FILE, function (array $counts) use ($how, $minute, &$items): array {
            $own = ['release' => $this->options->release, 'environment' => $this->options->environment];
            $key = $minute . json_encode($own);
            $counts[$key] ??= ['id' => Uuid7::create(), 'started_at' => $minute] + $own;
            $counts[$key][$how] = (int) ($counts[$key][$how] ?? 0) + 1;
            $over = array_filter($counts, static fn (mixed $one): bool => ($one['started_at'] ?? 0) !== $minute);
            if ($over === []) {
                return array_slice($counts, -self::MAX_ENTRIES, null, true);
            }
            $items = $this->itemsOf($over);
            // On disk before they are taken out; the server counts an id once.
            foreach ($items as $id => $body) {
                $this->store->put($id, $body, new Drops());
            }
            return array_diff_key($counts, $over);
        });
        return $items;
    }

    /**
     * @param array<array-key, mixed> $counts
     * @return array<string, string>
     */
    private function itemsOf(array $counts): array
    {
        $programs = [];
        foreach ($counts as $one) {
            ['release' => $release, 'environment' => $environment] = $one;
            unset($one['release'], $one['environment']);
            $programs[json_encode([$release, $environment])][] = $one;
        }
        $items = [];
        foreach ($programs as $program => $own) {
            [$release, $environment] = (array) json_decode((string) $program, true);
            $items[Item::newId(Item::SESSIONS)] = Item::toBody([
                'app_id' => $this->options->appId,
                'release' => $release,
                'environment' => $environment,
                'counts' => $own,
            ]);
        }
        return $items;
    }
}
