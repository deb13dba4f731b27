import { type Level, levels, type Platform, platforms } from '@bugle/protocol'

// Levels and platforms stand in rows as small numbers: their place in the protocol's list, from 1. The lists may
// grow at their end and nowhere else.

export const levelCode = codes(levels)
export const platformCode = codes(platforms)

export function levelOf(code: number): Level {
  return levels[code - 1] ?? 'error'
}

export function platformOf(code: number): Platform {
  return platforms[code - 1] ?? 'other'
}

function codes<const Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>
}
