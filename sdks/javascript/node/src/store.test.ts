import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { directoryStore } from './store.ts'

let place: string

beforeEach(() => {
  place = join(mkdtempSync(join(tmpdir(), 'bugle-store-')), 'events')
})

afterEach(() => rmSync(join(place, '..'), { recursive: true }))

const now = Date.now()
/** How many the store said it lost. */
let lost = 0
const noted = (count: number) => {
  lost += count
}

/** An id whose time is so many days ago. */
const idOf = (days: number, last: number) => {
  const time = (now - days * 86_400_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(last).padStart(12, '0')}`
}

const bodyOf = (id: string) => JSON.stringify({ event_id: id })

it('gives back what was put, oldest first, and forgets what was removed', async () => {
  const store = directoryStore(place)
  const ids = [idOf(0.3, 1), idOf(0.2, 2), idOf(0.1, 3)]
  for (const id of [...ids].reverse()) await store.put({ id, body: bodyOf(id) })
  await store.remove(ids[1]!)
  store.putNow({ id: ids[1]!, body: bodyOf(ids[1]!) })
  store.removeNow(ids[0]!)
  expect(await directoryStore(place).load(noted)).toEqual([
    { id: ids[1], body: bodyOf(ids[1]!) },
    { id: ids[2], body: bodyOf(ids[2]!) },
  ])
})

it('is readable by its owner alone', async () => {
  const id = idOf(0, 1)
  await directoryStore(place).put({ id, body: bodyOf(id) })
  const [file] = readdirSync(place)
  expect([statSync(place).mode & 0o777, statSync(join(place, file!)).mode & 0o777]).toEqual([0o700, 0o600])
})

it('takes over what a dead program left, leaves what a living one has, and clears away what is broken or old', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const living = process.ppid
  const store = directoryStore(place)
  await store.load(noted)
  const left = idOf(1, 1)
  const write = (id: string, pid: number, body = bodyOf(id), end = '') =>
    writeFileSync(join(place, `${id}.${pid}.json${end}`), body)
  write(left, dead)
  write(idOf(1, 2), living)
  write(idOf(1, 3), dead, 'not json')
  write(idOf(1, 4), dead, bodyOf(idOf(1, 4)), '.part')
  write(idOf(31, 5), dead)
  writeFileSync(join(place, 'notes.txt'), 'of somebody else')
  lost = 0
  expect(await store.load(noted)).toEqual([{ id: left, body: bodyOf(left) }])
  expect(lost).toBe(1)
  expect(readdirSync(place).sort()).toEqual(
    [`${left}.${process.pid}.json`, `${idOf(1, 2)}.${living}.json`, 'notes.txt'].sort(),
  )
})

it('leaves alone what this life has put, and keeps the newest hundred of what earlier ones left', async () => {
  const store = directoryStore(place)
  await store.put({ id: idOf(0, 999), body: bodyOf(idOf(0, 999)) })
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const ids = Array.from({ length: 130 }, (_, i) => idOf(1, i))
  for (const id of ids) writeFileSync(join(place, `${id}.${dead}.json`), bodyOf(id))
  lost = 0
  expect((await store.load(noted)).map(({ id }) => id)).toEqual(ids.slice(30))
  expect([lost, readdirSync(place).length]).toEqual([30, 101])
})
