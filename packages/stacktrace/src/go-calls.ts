import { hasGoFile, parseGo, parseGoLocation } from './go.ts'
import { isDigit } from './location.ts'
import type { Reading } from './reading.ts'

/** Reads the location of the call in the previous line. */
export function readGo(reading: Reading, line: string): boolean {
  if (reading.link.engine === 'go' && hasGoFile(reading.previous) && nameGoLocation(reading, line)) return true
  if (!isDigit(line.charCodeAt(line.length - 1)) && !line.includes(' +0x')) return false
  const frame = parseGo(reading.previous, line)
  if (frame !== undefined) reading.link.dropHeader(reading.previous)
  return reading.add(frame, 'go', `${reading.previous} ${line}`)
}

/** `pay: total := cart.Sum()`: the name of the function above. */
function nameGoLocation({ link, previous }: Reading, line: string): boolean {
  const colon = line.indexOf(': ')
  const frame = link.frames.at(-1)
  if (frame === undefined || frame.function !== undefined || !previous.endsWith(')') || colon < 1) return false
  const name = line.slice(0, colon)
  if (name.includes(' ')) return false
  frame.function = name
  return true
}

/** Reads a location alone, as gin and others list them; gin adds the name of the function to the source below. */
export function readGoLocation(reading: Reading, line: string): boolean {
  const { engine } = reading.link
  return (engine === 'unknown' || engine === 'go') && reading.add(parseGoLocation(line), 'go', line)
}
