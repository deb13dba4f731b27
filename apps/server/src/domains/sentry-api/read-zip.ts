import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'

/** Reads a range of the archive. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Buffer>

/** A bundle or debug file that cannot be used; the message is for people. */
export class UnusableUpload extends Error {}

export interface ZipLimits {
  entries: number
  /** Bytes of one entry, and of all, counted while they are inflated. */
  entryBytes: number
  bytes: number
  /** Inflated bytes for each deflated one. */
  ratio: number
}

/** Entries that are read whatever their ratio: a short text of one letter deflates a hundredfold. */
const freeBytes = 1024 * 1024

/** The entries of an archive, by name; nothing is ever written under a name from it. */
export interface Zip {
  names: string[]
  /** @throws UnusableUpload */
  read(name: string): Promise<Buffer>
}

/**
 * Opens an archive by its central directory. Refuses what no build tool writes: encrypted and overlapping entries, equal
 * names, symbolic links, absolute paths and those with `..`.
 *
 * @throws UnusableUpload
 */
export async function openZip(readRange: ReadRange, size: number, limits: ZipLimits): Promise<Zip> {
  const file = await refused(openFile(readRange, size))
  const entries = await refused(readEntries(file, limits))
  let left = limits.bytes
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name)
      if (entry === undefined) throw new UnusableUpload(`${shown(name)} is missing in the bundle`)
      const bytes = await refused(inflate(file, entry, Math.min(limits.entryBytes, left), limits.ratio))
      left -= bytes.length
      return bytes
    },
  }
}

function openFile(readRange: ReadRange, size: number): Promise<ZipFile> {
  class Ranges extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(readRange(start, end))
    }
  }
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }
    fromRandomAccessReader(new Ranges(), size, options, (error, file) => (error ? reject(error) : resolve(file)))
  })
}

function readEntries(file: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (file.entryCount > limits.entries) throw new UnusableUpload(`The bundle has more than ${limits.entries} files`)
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    file.on('error', reject)
    file.on('entry', (entry: Entry) => {
      const problem = problemOf(entry, entries, limits)
      if (problem !== undefined) return reject(new UnusableUpload(`${shown(entry.fileName)} ${problem}`))
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      file.readEntry()
    })
    file.on('end', () => {
      const problem = overlapIn([...entries.values()])
      if (problem === undefined) resolve(entries)
      else reject(new UnusableUpload(problem))
    })
    file.readEntry()
  })
}

function problemOf(entry: Entry, entries: Map<string, Entry>, limits: ZipLimits): string | undefined {
  if (entries.has(entry.fileName)) return 'occurs twice'
  if (entries.size >= limits.entries) return 'is one file too many'
  if (entry.isEncrypted()) return 'is encrypted'
  if (((entry.externalFileAttributes >>> 16) & 0o170_000) === 0o120_000) return 'is a symbolic link'
  return undefined
}

/** Bytes of a local header before its name. */
const headerBytes = 30

function overlapIn(entries: Entry[]): string | undefined {
  const ordered = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  const overlapping = ordered.find((entry, number) => {
    const next = ordered[number + 1]
    const end = entry.relativeOffsetOfLocalHeader + headerBytes + entry.compressedSize
    return next !== undefined && end > next.relativeOffsetOfLocalHeader
  })
  return overlapping && `${shown(overlapping.fileName)} overlaps another file`
}

function inflate(file: ZipFile, entry: Entry, maxBytes: number, ratio: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const pieces: Buffer[] = []
      let bytes = 0
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length
        // The sizes that the archive declares are believed nowhere.
        if (bytes > maxBytes || (bytes > freeBytes && bytes > entry.compressedSize * ratio))
          stream.destroy(new UnusableUpload(`${shown(entry.fileName)} is too large`))
        else pieces.push(piece)
      })
      stream.on('error', reject)
      stream.on('end', () => resolve(Buffer.concat(pieces)))
    })
  })
}

/** Turns the errors of the library, which describe the archive, into refusals. */
async function refused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnusableUpload) throw error
    throw new UnusableUpload(`The bundle cannot be read: ${(error as Error).message.slice(0, 200)}`, { cause: error })
  }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
