import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileSystem } from '../../../../e2e/sdks/file-system.mjs'
import { fileStorage } from './file-storage.ts'
import { Device } from './testing/device.ts'

let device: Device
let folder: string

beforeEach(() => {
  device = new Device()
  device.plugIn()
  folder = mkdtempSync(join(tmpdir(), 'bugle-files-'))
})

afterEach(() => {
  device.unplug()
  rmSync(folder, { recursive: true })
})

it('keeps events in files, and the next start sends them', async () => {
  device.status = 0
  const first = device.client({ storage: fileStorage(fileSystem(folder)) })
  const id = first.captureException(new Error('in a tunnel'))
  await device.pass()
  expect(readdirSync(join(folder, 'bugle'))).toEqual([`bugle-com.example.app-${id}`])
  device.status = 202
  const second = device.client({ storage: fileStorage(fileSystem(folder)) })
  await device.pass()
  expect(device.sent.map(({ event_id }) => event_id)).toEqual([id])
  expect(readdirSync(join(folder, 'bugle'))).toEqual([])
  await second.close()
})

it('sends all the same where no file can be written', async () => {
  const broken = fileSystem(join(folder, 'a-file'))
  writeFileSync(join(folder, 'a-file'), '')
  const client = device.client({ storage: fileStorage(broken) })
  client.captureException(new Error('no room'))
  expect(await client.close()).toBe(true)
  expect(device.sent).toMatchObject([{ message: 'no room' }])
})
