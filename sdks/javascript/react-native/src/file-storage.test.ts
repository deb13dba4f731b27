import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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

/** A stand-in for expo-file-system on the files of this machine. */
const fileSystem = () => {
  class Directory {
    readonly path: string
    constructor(...parts: string[]) {
      this.path = join(...parts)
    }
    create = () => void mkdirSync(this.path, { recursive: true })
    list = () => readdirSync(this.path).map((name) => ({ name }))
  }
  class File {
    readonly path: string
    constructor(
      directory: Directory,
      readonly name: string,
    ) {
      this.path = join(directory.path, name)
    }
    get exists() {
      return existsSync(this.path)
    }
    text = async () => readFileSync(this.path, 'utf8')
    write = (text: string) => writeFileSync(this.path, text)
    delete = () => unlinkSync(this.path)
  }
  return { Directory, File, Paths: { document: folder } }
}

it('keeps events in files, and the next start sends them', async () => {
  device.status = 0
  const first = device.client({ storage: fileStorage(fileSystem()) })
  const id = first.captureException(new Error('in a tunnel'))
  await first.close(0)
  expect(readdirSync(join(folder, 'bugle'))).toEqual([`bugle-com.example.app-${id}`])
  device.status = 202
  const second = device.client({ storage: fileStorage(fileSystem()) })
  await expect.poll(() => device.sent.map(({ event_id }) => event_id)).toEqual([id])
  await expect.poll(() => readdirSync(join(folder, 'bugle'))).toEqual([])
  await second.close()
})

it('sends all the same where no file can be written', async () => {
  const broken = { ...fileSystem(), Paths: { document: join(folder, 'a-file') } }
  writeFileSync(join(folder, 'a-file'), '')
  const client = device.client({ storage: fileStorage(broken) })
  client.captureException(new Error('no room'))
  expect(await client.close()).toBe(true)
  expect(device.sent).toMatchObject([{ message: 'no room' }])
})
