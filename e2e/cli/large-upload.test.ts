import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pause } from '../harness/built-server.ts'
import { isLong } from '../sdks/long.ts'
import { openStage } from '../sdks/stage.ts'
import { type BadNetwork, openBadNetwork } from './bad-network.ts'
import { Terminal } from './terminal.ts'

const stage = openStage('cli-large-upload', 'com.example.shop')
const terminal = new Terminal()

beforeAll(() => {
  Object.assign(terminal.env, { BUGLE_URL: stage.server.url, BUGLE_TOKEN: stage.account.token })
})
afterAll(() => terminal.remove())

const files = 200
const fileBytes = 2_500_000

/** Writes a build of half a gigabyte: text that looks like code, so that it shrinks about as code does. */
function writeBuild(folder: string): void {
  mkdirSync(folder)
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const words = Array.from({ length: 5000 }, () => random(2_000_000_000).toString(36))
  for (let number = 0; number < files; number++) {
    const lines: string[] = []
    for (let bytes = 0; bytes < fileBytes; bytes += lines.at(-1)!.length + 2)
      lines.push(`const ${words[random(5000)]} = ${words[random(5000)]}(${words[random(5000)]}, ${random(1000)})`)
    const map = { version: 3, sources: [`${number}.ts`], sourcesContent: [lines.join('\n')], mappings: 'AAAA' }
    writeFileSync(join(folder, `${number}.js`), `run(${number})\n//# sourceMappingURL=${number}.js.map\n`)
    writeFileSync(join(folder, `${number}.js.map`), JSON.stringify(map))
  }
}

async function reached(network: BadNetwork, requests: number): Promise<void> {
  while (network.requests < requests) await pause(5)
}

it.runIf(isLong)('half a gigabyte arrives whole: cut off three times, killed once, and never sent twice', async () => {
  const folder = join(stage.host.directory, 'large')
  writeBuild(folder)
  const upload = async (name: string) => {
    const project = await stage.newProject(name)
    return ['sourcemaps', 'upload', folder, '--project', project.id, '--release', 'shop@1']
  }

  const timed = await upload('loopback')
  const began = performance.now()
  const [whole] = await terminal.json(timed)
  const seconds = (performance.now() - began) / 1000
  expect(whole.files.map(({ state }: { state: string }) => state)).toEqual(Array(files).fill('accepted'))
  console.log(`500 MB in ${files} files, stored and indexed: ${Math.round(seconds)} s, ${whole.sent_bytes} bytes sent`)
  expect(await terminal.json(timed)).toMatchObject([{ sent_bytes: 0 }])

  const interrupted = await upload('interrupted')
  const network = await openBadNetwork(stage.server.url, 0)
  try {
    const through = [...interrupted, '--url', network.url]
    const first = terminal.start([...through, '--json'])
    for (const at of [20, 50, 80]) {
      await reached(network, at)
      network.cutAll()
    }
    await reached(network, 120)
    first.stop('SIGKILL')
    expect((await first.ended).code).toBeNull()
    const [rest] = await terminal.json(through)
    expect(rest.files.map(({ state }: { state: string }) => state)).toEqual(Array(files).fill('accepted'))
    expect(rest.sent_bytes).toBeGreaterThan(0)
    expect(rest.sent_bytes).toBeLessThan(whole.sent_bytes * 0.8)
    expect(await terminal.json(interrupted)).toMatchObject([{ sent_bytes: 0 }])
  } finally {
    network.close()
  }
})
