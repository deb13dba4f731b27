import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EventStore, fromEntry, isEventId, type StoredEvent, surplusOf, timeOfUuid, toEntry } from '@bugle/core'

/** Most bytes read into memory at a start; the rest waits for the next start. */
const maxBytes = 10_000_000

/** Holds the time until which nothing may be sent. All programs with this directory send to the same project. */
const pauseFile = 'paused-until'

/** A store that can also write synchronously, while the program ends. */
export interface DirectoryStore extends EventStore {
  putNow(event: StoredEvent): void
  removeNow(id: string): void
}

/**
 * Stores events as files `<event id>.<pid>.json` in a directory that only this user may read. Programs may share it;
 * each takes over the files of ended processes.
 */
export function directoryStore(directory: string): DirectoryStore {
  const fileOf = (id: string) => join(directory, `${id}.${process.pid}.json`)
  return {
    async load(onLost, onPaused) {
      onPaused(pausedUntil(directory))
      // Listed at once, before this process writes any; reading takes time.
      const left = leftIn(directory)
      const lost = new Set(surplusOf(left.map(({ id }) => id)))
      const isLost = ({ id }: Left) => lost.has(id)
      for (const { file } of left.filter(isLost)) await rm(file, { force: true })
      onLost([...lost].filter(isEventId).length)
      const events: StoredEvent[] = []
      let bytes = 0
      const kept = left.filter((one) => !isLost(one))
      // Events first: files of others may be large.
      for (const { file, id } of kept.sort((a, b) => Number(isEventId(b.id)) - Number(isEventId(a.id)))) {
        const body = await takeOver(file, id, fileOf(id))
        bytes += body?.length ?? 0
        if (body !== undefined) events.push(fromEntry(id, body))
        if (bytes > maxBytes) break
      }
      return events
    },
    async put(event) {
      open(directory)
      const { id } = event
      // Renamed when complete: a crash leaves a partial file that is never read.
      const half = `${fileOf(id)}.part`
      await writeFile(half, toEntry(event), { mode: 0o600 })
      await rename(half, fileOf(id))
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    putNow(event) {
      open(directory)
      writeFileSync(fileOf(event.id), toEntry(event), { mode: 0o600 })
    },
    removeNow: (id) => rmSync(fileOf(id), { force: true }),
    // Written before this returns: the program may be ending.
    async pause(until) {
      open(directory)
      writeFileSync(join(directory, pauseFile), String(until), { mode: 0o600 })
    },
  }
}

/** Creates the directory, and rejects one of another user: everyone may write to the temporary directory. */
function open(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(directory)
  const own = process.getuid?.()
  if (own !== undefined && uid !== own) throw new Error(`${directory} belongs to another user`)
}

function pausedUntil(directory: string): number {
  try {
    return Number(readFileSync(join(directory, pauseFile), 'utf8'))
  } catch {
    return 0
  }
}

/** An entry of an ended process. */
interface Left {
  file: string
  id: string
}

/** Lists files of ended processes, oldest first. In a container an earlier process often had the same pid. */
function leftIn(directory: string): Left[] {
  open(directory)
  const began = timeOfUuid(Date.now() - Math.floor(process.uptime() * 1000))
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const [, id, pid] = /^([0-9a-f-]{36}(?:\.i)?)\.(\d+)\.json(?:\.part)?$/.exec(name) ?? []
      if (id === undefined) return []
      const isLeft = Number(pid) === process.pid ? id < began : !isAlive(Number(pid))
      return isLeft ? [{ file: join(directory, name), id }] : []
    })
}

/** Renames the file, so that of two programs starting at once one gets it; deletes a broken file. */
async function takeOver(file: string, id: string, own: string): Promise<string | undefined> {
  try {
    if (!file.endsWith('.part')) {
      const body = await readFile(file, 'utf8')
      if (isWhole(fromEntry(id, body))) {
        if (file !== own) await rename(file, own)
        return body
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  }
  await rm(file, { force: true }).catch(() => undefined)
  return undefined
}

/** Whether an entry was written to its end: one written while its program ended may be cut off. Throws for JSON that is. */
function isWhole({ id, to, body }: StoredEvent): boolean {
  // A body of another type is in base64.
  if (to?.includes(' ')) return body.length % 4 === 0
  const { event_id } = JSON.parse(body)
  return to !== undefined || event_id === id
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
