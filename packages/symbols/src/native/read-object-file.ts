import { inflateSync } from 'node:zlib'
import { broken } from '../refusal.ts'
import { ByteView } from './byte-view.ts'
import { readElf } from './elf.ts'
import { readMachO } from './mach-o.ts'
import type { Inflate, ObjectFile } from './object-file.ts'

/** Bytes of all sections that are stored compressed, when they are not. */
const maxInflated = 256 * 1024 * 1024

/** Reads a program or its separate symbols: ELF or Mach-O, also one of several architectures in a file. */
export function readObjectFile(bytes: Buffer): ObjectFile {
  if (bytes.length < 32) throw broken('it is too short')
  switch (bytes.readUInt32BE(0)) {
    case 0x7f454c46:
      return readElf(bytes, inflater())
    case 0xcffaedfe:
    case 0xcefaedfe:
      return readMachO(bytes, inflater())
    case 0xcafebabe:
    case 0xcafebabf:
      return readMachO(architectureOf(bytes), inflater())
    default:
      throw broken('it is neither ELF nor Mach-O of a processor with little-endian words')
  }
}

function inflater(): Inflate {
  let left = maxInflated
  return (deflated) => {
    try {
      const bytes = inflateSync(deflated, { maxOutputLength: Math.max(1, left) })
      left -= bytes.length
      return bytes
    } catch (cause) {
      throw broken(`a compressed section cannot be read: ${(cause as Error).message}`)
    }
  }
}

const arm64 = 0x0100000c
const x64 = 0x01000007

/** Chooses the program that phones run, of several in one file. */
function architectureOf(bytes: Buffer): Buffer {
  const view = new ByteView(bytes, true, 4)
  const isWide = bytes.readUInt32BE(0) === 0xcafebabf
  const count = view.u32()
  if (count > 40) throw broken('it has too many architectures')
  const found: { processor: number; part: Buffer }[] = []
  for (let index = 0; index < count; index++) {
    const processor = view.u32()
    view.skip(4)
    const offset = isWide ? view.u64() : view.u32()
    const size = isWide ? view.u64() : view.u32()
    view.skip(isWide ? 8 : 4)
    if (offset + size > bytes.length) throw broken('an architecture lies beyond the end of the file')
    found.push({ processor, part: bytes.subarray(offset, offset + size) })
  }
  const chosen =
    found.find(({ processor }) => processor === arm64) ?? found.find(({ processor }) => processor === x64) ?? found[0]
  if (chosen === undefined || chosen.part.length < 32) throw broken('it has no architecture')
  return chosen.part
}
