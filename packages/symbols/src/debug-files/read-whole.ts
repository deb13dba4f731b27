import type { Limits } from '../limits.ts'
import { type ByteInput, ByteReader } from '../scan/byte-reader.ts'

/** Reads a file whose parts refer to each other, and which must therefore be in memory as a whole. */
export async function readWhole(input: ByteInput, limits: Limits): Promise<Buffer> {
  if (input instanceof Uint8Array && input.length <= limits.fileBytes)
    return Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const reader = new ByteReader(input, limits)
  const parts: Uint8Array[] = []
  try {
    // The input may use its memory again.
    while (await reader.fill()) {
      parts.push(reader.window.slice())
      reader.offset = reader.window.length
    }
  } finally {
    await reader.close()
  }
  return Buffer.concat(parts)
}
