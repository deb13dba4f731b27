import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@bugle/api-client'
import { listUploads, readBuild, uploadBuild } from '@bugle/sourcemaps'
import { pause } from '../../e2e/harness/built-server.ts'
import { readMemory } from '../../e2e/harness/memory.ts'
import { type Subject, startSubject } from '../subject.ts'
import { mappedFrames } from './positions.ts'

/** Memory of all Node processes above that at rest, in bytes (PSS). */
export interface MemoryResult {
  mapBytes: number
  /** Largest value while the first map is received and indexed. */
  indexing: number
  /** With all maps in use. */
  inUse: number
}

const maps = 20
/** A large program three times, in sections: some 52 MB. */
const sectionsOfMap = 3
const framesOfStack = 50
/** As many requests as a project may make in a minute, in all. */
const stacksOfMap = 3
const release = '1.0.0'

/** Uploads 20 maps, each of its own content, and resolves stacks at random positions of all of them. */
export async function measureMemory(map: string): Promise<MemoryResult> {
  const subject = await startSubject(1, {}, undefined)
  const directory = await mkdtemp(join(tmpdir(), 'bugle-maps-'))
  try {
    const settledBytes = async () => {
      await pause(15_000)
      return readMemory(subject.server.dataDirectory).nodeBytes
    }
    const atRest = await settledBytes()
    const bytes = await writeMap(directory, map, 0)
    const indexing = await peakOf(subject, () => uploadAll(subject, directory))
    for (let number = 1; number < maps; number += 1) {
      await writeMap(directory, map, number)
      await uploadAll(subject, directory)
    }
    const positions = mappedFrames(map, maps * stacksOfMap * framesOfStack)
    for (let round = 0; round < stacksOfMap; round += 1)
      for (let number = 0; number < maps; number += 1) {
        const calls = positions.splice(0, framesOfStack)
        await symbolicate(
          subject,
          calls.map((call) => `    at t (~/app-${number}.js:${call.line}:${call.column})`),
        )
      }
    return { mapBytes: bytes, indexing: indexing - atRest, inUse: (await settledBytes()) - atRest }
  } finally {
    await subject.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** @returns the size of the map */
async function writeMap(directory: string, map: string, number: number): Promise<number> {
  const sections = Array.from({ length: sectionsOfMap }, (_, index) => {
    return `{"offset":{"line":${index * 100_000},"column":0},"map":${map}}`
  })
  const text = `{"version":3,"file":"app-${number}.js","sections":[${sections.join()}]}`
  await writeFile(join(directory, `app-${number}.js.map`), text)
  return Buffer.byteLength(text)
}

async function uploadAll({ account, projects }: Subject, directory: string): Promise<void> {
  const headers = { authorization: `Bearer ${account.token}` }
  const api = createApiClient({ baseUrl: account.url, headers })
  const { sources } = await listUploads(await readBuild([directory]))
  const { files } = await uploadBuild({ api, projectId: projects[0]!.id }, sources, { release, wait: true })
  const failed = files.filter(({ state }) => state !== 'accepted' && state !== 'duplicate')
  if (failed.length > 0) throw new Error(`upload → ${JSON.stringify(failed)}`)
}

async function symbolicate({ account, projects }: Subject, calls: string[]): Promise<void> {
  const response = await fetch(`${account.url}/api/projects/${projects[0]!.id}/symbolicate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stack: ['Error: boom', ...calls].join('\n'), platform: 'web', release }),
  })
  const { frames } = (await response.json()) as { frames: { symbolication?: { state: string } | null }[] }
  const resolved = frames.filter(({ symbolication }) => symbolication?.state === 'resolved').length
  if (resolved < framesOfStack / 2) throw new Error(`${resolved} of ${frames.length} frames were resolved`)
}

async function peakOf({ server }: Subject, work: () => Promise<void>): Promise<number> {
  let peak = 0
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, readMemory(server.dataDirectory).nodeBytes)
      await pause(50)
    }
  })()
  await work().finally(() => {
    isDone = true
  })
  await sampling
  return peak
}
