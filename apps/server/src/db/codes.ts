import { type Level, levels, type Platform, platforms } from '@bugle/protocol'

// Rows store levels and platforms as small numbers: their position in the protocol's list, from 1. The lists may only
// grow at the end.

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
