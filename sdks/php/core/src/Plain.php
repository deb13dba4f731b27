<?php

declare(strict_types=1);

namespace Bugle;

/**
 * Copies host data as plain values for JSON.
 *
 * Calls nothing of the host: no `__toString`, no `jsonSerialize`, no getter, since these may query, load or throw.
 * An object is its class name, except plain ones, dates and enums. Huge and deep values are cut, and values under
 * names that look secret are left out.
 */
final class Plain
{
    private const MAX_DEPTH = 8;
    /** Values copied, where 200 bytes of text count as one: about a megabyte. */
    private const MAX_VALUES = 5000;

    private float $left;

    private function __construct(private readonly ?string $scrubKeys, int $values)
    {
        $this->left = $values;
    }

    /**
     * Copies a value.
     *
     * @param string|null $scrubKeys an expression for further names whose values are left out
     * @example Plain::copy(['a' => NAN, 'password' => 'x']) // ['a' => 'NAN', 'password' => '[scrubbed]']
     */
    public static function copy(mixed $value, ?string $scrubKeys = null, int $values = self::MAX_VALUES): mixed
    {
        return (new self($scrubKeys, $values))->value($value, 0);
    }

    /**
     * Copies a value that must be a map; anything else is an empty one.
     *
     * @return array<array-key, mixed>
     */
    public static function copyMap(mixed $value, ?string $scrubKeys = null, int $values = self::MAX_VALUES): array
    {
        $plain = self::copy($value, $scrubKeys, $values);
        return is_array($plain) ? $plain : [];
    }

    /** Names an object: its enum case, its date, or its class. */
    public static function nameOf(object $value): string
    {
        return match (true) {
            $value instanceof \UnitEnum => $value->name,
            $value instanceof \DateTimeInterface => self::dateOf($value),
            $value instanceof \Throwable => self::className($value) . ': ' . $value->getMessage(),
            default => self::className($value),
        };
    }

    /** Names the class of an object; for an anonymous one without its file. */
    public static function className(object $value): string
    {
        $name = $value::class;
        $end = strpos($name, "\0");
        return $end === false ? $name : substr($name, 0, $end);
    }

    private function value(mixed $given, int $depth): mixed
    {
        $this->left -= 1;
        if (is_string($given)) {
            $this->left -= strlen($given) / 200;
            return $this->left < 0 ? '[…]' : Scrub::cleanText($given);
        }
        if (is_float($given)) {
            return is_finite($given) ? $given : (string) $given;
        }
        if ($given === null || is_scalar($given)) {
            return $given;
        }
        if ($given instanceof \Closure) {
            return '[function]';
        }
        if ($given instanceof \stdClass) {
            $given = get_object_vars($given);
        }
        if (!is_array($given)) {
            return Scrub::cleanText($given);
        }
        return $depth >= self::MAX_DEPTH || $this->left < 0 ? '[…]' : $this->entries($given, $depth);
    }

    /**
     * @param array<array-key, mixed> $given
     * @return array<array-key, mixed>
     */
    private function entries(array $given, int $depth): array
    {
        $copied = [];
        $left = Scope::MAX_KEYS;
        foreach ($given as $key => $value) {
            if ($left-- === 0) {
                break;
            }
            if (is_int($key)) {
                $copied[$key] = $this->value($value, $depth + 1);
                continue;
            }
            $name = Scrub::toText($key, 200);
            $isSecret = Scrub::isSecretKey($name, $this->scrubKeys);
            $copied[$name] = $isSecret ? Scrub::SCRUBBED : $this->value($value, $depth + 1);
        }
        return $copied;
    }

    private static function dateOf(\DateTimeInterface $date): string
    {
        // A subclass may override `format`; Carbon's reads its locale.
        return \DateTimeImmutable::createFromInterface($date)->format(\DateTimeInterface::RFC3339_EXTENDED);
    }
}
