import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../../scripts/fuzz-runs.mjs'
import { openZip, UnusableUpload, type Zip } from './read-zip.ts'

interface Entry {
  name: string
  bytes: Buffer
  /** Changes of the headers: what an attacker writes. */
  size?: number
  flags?: number
  attributes?: number
  offset?: number
}

/** Writes an archive by hand: no library writes the hostile ones. */
function zipOf(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, size = bytes.length, flags = 0, attributes = 0, offset = at } of entries) {
    const data = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(attributes * 65_536, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, Buffer.from(name)]))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

const limits = { entries: 10, entryBytes: 3_000_000, bytes: 4_000_000, ratio: 200 }
const open = (archive: Buffer): Promise<Zip> =>
  openZip(
    async function* (start, end) {
      yield archive.subarray(start, end)
    },
    archive.length,
    limits,
  )
const text = (name: string, change: Partial<Entry> = {}): Entry => ({ name, bytes: Buffer.from('a()'), ...change })
const zeros = (length: number) => Buffer.alloc(length)

it('reads what a build tool writes', async () => {
  const zip = await open(zipOf([text('manifest.json'), text('files/_/_/a.js')]))
  expect(zip.names).toEqual(['manifest.json', 'files/_/_/a.js'])
  expect((await zip.read('files/_/_/a.js')).toString()).toBe('a()')
  await expect(zip.read('b.js')).rejects.toThrow(UnusableUpload)
})

describe('an archive is refused', () => {
  it.each<[string, Entry[]]>([
    ['with a path that leads out', [text('../a.js')]],
    ['with an absolute path', [text('/etc/passwd')]],
    ['with a backslash', [text('a\\..\\b.js')]],
    ['with equal names', [text('a.js'), text('a.js')]],
    ['with an encrypted file', [text('a.js', { flags: 1 })]],
    ['with a symbolic link', [text('a.js', { attributes: 0o120_777 })]],
    ['with overlapping files', [text('a.js'), text('b.js', { offset: 10 })]],
    ['with too many files', Array.from({ length: 11 }, (_, n) => text(`${n}.js`))],
  ])('%s', async (_, entries) => {
    await expect(open(zipOf(entries))).rejects.toThrow(UnusableUpload)
  })

  it.each<[string, Entry]>([
    ['is larger than it says', text('a.js', { bytes: zeros(5000), size: 10 })],
    ['is smaller than it says', text('a.js', { size: 4_000_000_000 })],
    ['deflates a thousandfold', text('a.js', { bytes: zeros(2_900_000) })],
    ['is larger than a file may be', text('a.js', { bytes: zeros(3_100_000), size: 100 })],
  ])('when a file of it %s', async (_, entry) => {
    const zip = await open(zipOf([entry]))
    await expect(zip.read('a.js')).rejects.toThrow(UnusableUpload)
  })

  it('when its files are too large together', async () => {
    const bytes = Buffer.from(Array.from({ length: 900_000 }, (_, n) => (n * 7919) % 251))
    const zip = await open(zipOf(Array.from({ length: 5 }, (_, n) => text(`${n}`, { bytes }))))
    const read = async () => {
      for (const name of zip.names) await zip.read(name)
    }
    await expect(read()).rejects.toThrow(UnusableUpload)
  })

  it('and nothing else happens, whatever its bytes', async () => {
    const valid = zipOf([text('manifest.json'), text('a.js'), text('b.js')])
    const mutation = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(mutation, fc.nat(valid.length), async (changes, length) => {
        const archive = Buffer.from(valid.subarray(0, changes.length % 3 === 0 ? length : valid.length))
        for (const [at, byte] of changes) if (at < archive.length) archive[at] = byte
        try {
          const zip = await open(archive)
          for (const name of zip.names) await zip.read(name)
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableUpload)
        }
      }),
      { numRuns: fuzzRuns(500) },
    )
  })
})
