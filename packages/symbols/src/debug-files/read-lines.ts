import { broken } from '../refusal.ts'
import type { ByteReader } from '../scan/byte-reader.ts'

/** Longer lines are in no file that a build tool wrote. */
const maxLineBytes = 1024 * 1024

const lineFeed = 0x0a

/** Reads lines of a text file, without their ends, through the window of the reader. */
export async function* readLines(reader: ByteReader, onBytes: (bytes: Uint8Array) => void): AsyncGenerator<string> {
  let begun: Uint8Array[] = []
  let begunBytes = 0
  const take = (end: number) => {
    const part = reader.window.subarray(reader.offset, end)
    begunBytes += part.length
    if (begunBytes > maxLineBytes) throw broken(`a line has more than ${maxLineBytes} bytes`)
    begun.push(part)
  }
  const line = () => {
    const bytes = begun.length === 1 ? begun[0]! : Buffer.concat(begun)
    begun = []
    begunBytes = 0
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    return text.endsWith('\r') ? text.slice(0, -1) : text
  }
  while (await reader.fill()) {
    onBytes(reader.window)
    for (;;) {
      const end = reader.window.indexOf(lineFeed, reader.offset)
      if (end < 0) break
      take(end)
      reader.offset = end + 1
      yield line()
    }
    if (reader.offset < reader.window.length) {
      take(reader.window.length)
      // The window may be reused by the input: what is left of it must stay.
      begun = [Buffer.concat(begun)]
    }
    reader.offset = reader.window.length
  }
  if (begunBytes > 0) yield line()
}
