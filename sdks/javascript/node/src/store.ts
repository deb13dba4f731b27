import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventStore, StoredEvent } from '@bugle/core'

const maxFiles = 100
const maxAgeMs = 30 * 86_400_000

/** A store that can also write while the program ends. */
export interface DirectoryStore extends EventStore {
  putNow(event: StoredEvent): void
  removeNow(id: string): void
}

/**
 * Events as files of a directory that only this user may read: `<event id>.<pid>.json`. Programs may share it; each takes
 * over the files of those that live no more.
 */
export function directoryStore(directory: string): DirectoryStore {
  const fileOf = (id: string) => join(directory, `${id}.${process.pid}.json`)
  return {
    async load() {
      open(directory)
      return readdirSync(directory)
        .sort()
        .slice(0, 10 * maxFiles)
        .flatMap((name) => takeOver(directory, name, fileOf))
        .slice(0, maxFiles)
    },
    async put({ id, body }) {
      open(directory)
      // Renamed when it is whole: what a crash leaves half is never read.
      const half = `${fileOf(id)}.part`
      await writeFile(half, body, { mode: 0o600 })
      await rename(half, fileOf(id))
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    putNow({ id, body }) {
      open(directory)
      writeFileSync(fileOf(id), body, { mode: 0o600 })
    },
    removeNow: (id) => rmSync(fileOf(id), { force: true }),
  }
}

/** The temporary directory is everybody's: one that another user has put there is not trusted with events. */
function open(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(directory)
  const own = process.getuid?.()
  if (own !== undefined && uid !== own) throw new Error(`${directory} belongs to another user`)
}

function takeOver(directory: string, name: string, fileOf: (id: string) => string): StoredEvent[] {
  const [, id, pid] = /^([0-9a-f-]{36})\.(\d+)\.json(?:\.part)?$/.exec(name) ?? []
  const isOwnHalf = Number(pid) === process.pid && name.endsWith('.part')
  if (id === undefined || isOwnHalf || (Number(pid) !== process.pid && isAlive(Number(pid)))) return []
  const file = join(directory, name)
  try {
    const body = readFileSync(file, 'utf8')
    const isOld = Date.now() - Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) > maxAgeMs
    const isWhole = !name.endsWith('.part') && JSON.parse(body).event_id === id
    if (isWhole && !isOld) {
      if (file !== fileOf(id)) {
        writeFileSync(fileOf(id), body, { mode: 0o600 })
        rmSync(file, { force: true })
      }
      return [{ id, body }]
    }
  } catch {}
  rmSync(file, { force: true })
  return []
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
