import { parseGodot, parseNumberedNative } from './native.ts'
import type { Reading } from './reading.ts'

/** Reads a numbered call of native code; the first number begins another stack. */
export function readNumberedNative(reading: Reading, line: string): boolean {
  const frame = parseNumberedNative(line)
  if (frame === undefined) return false
  if (/^#0{1,3} /.test(line)) beginNative(reading)
  return reading.add(frame, 'native', line)
}

/** Begins another stack of the same report, such as that of the thread that freed the memory. */
export function beginNative(reading: Reading): void {
  const { link } = reading
  if (link.engine === 'native' && link.frames.length > 0)
    reading.begin('goroutine', reading.chain[0]!, 0, reading.previous)
}

/** Reads a call of Godot, whose list of all calls repeats the location of the error. */
export function readGodot(reading: Reading, line: string): boolean {
  const { frames } = reading.link
  if (line.startsWith('[0] ') && frames.length === 1 && frames[0]!.raw?.startsWith('at: ')) frames.pop()
  return reading.add(parseGodot(line), 'native', line)
}
