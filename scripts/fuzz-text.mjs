// Usage: import { anyCharacter } from './fuzz-text.mjs'
import fc from 'fast-check'

const surrogates = { start: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`. The unit `binary` of fast-check means the same, and
 * builds a table of a million of them first: seconds in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((point) => String.fromCodePoint(point < surrogates.start ? point : point + surrogates.count))
