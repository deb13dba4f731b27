<?php

declare(strict_types=1);

namespace Bugle;

/** Event ids: UUIDv7 (RFC 9562), which sort by time, so that a retry meets the same partition on the server. */
final class Uuid7
{
    private static int $last = 0;
    private static int $sequence = 0;

    /** Creates an id. Ids of one process sort in creation order, even when its clock is put back. */
    public static function create(?int $now = null): string
    {
        $now ??= (int) (microtime(true) * 1000);
        self::$sequence += 1;
        if ($now > self::$last || self::$sequence > 0xfff) {
            self::$last = max($now, self::$last + 1);
            self::$sequence = random_int(0, 0x7ff);
        }
        $random = bin2hex(random_bytes(8));
        return self::timePart(self::$last) . sprintf('-7%03x-8', self::$sequence)
            . substr($random, 0, 3) . '-' . substr($random, 3, 12);
    }

    /** Returns the first digits of an id created at a time; ids sort by them. */
    public static function timePart(int $ms): string
    {
        $time = str_pad(dechex($ms), 12, '0', STR_PAD_LEFT);
        return substr($time, 0, 8) . '-' . substr($time, 8);
    }
}
