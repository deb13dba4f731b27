import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mountSmallDisk, noSmallDisk } from '../harness/small-disk.ts'
import { countsOf, issuesOf, latestOf } from './issues.ts'
import type { Stage } from './stage.ts'
import { type Fate, openWay } from './way.ts'

/** The SDKs under test; React Native's runs in Node with a phone's modules, and its timers keep the program alive. */
export const sdks = [
  { sdk: 'Node', from: '@bugle/node', end: '' },
  { sdk: 'React Native', from: './phone.mjs', end: '\nprocess.exit()\n' },
]
type TheSdk = (typeof sdks)[number]

const begin = (from: string) => `import { captureException, captureMessage, flush, init } from '${from}'
const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
const options = { token, endpoint, storeDirectory, appId: 'com.example.desk', environment: 'test', exitTimeoutMs: 60_000 }
`

/** The example that reports for a while, with one of the SDKs. */
export function steadyProgram({ host }: Stage, { sdk, from, end }: TheSdk): string {
  const code = readFileSync(host.example('node/steady.mjs'), 'utf8').replace('@bugle/node', from)
  return host.program(`steady ${sdk}.mjs`, code + end)
}

/** Programs with threads or processes: their output without Bugle, and the expected reports. */
const programs = [
  {
    name: 'an error in a thread, with a listening parent',
    file: 'thread',
    code: `import { isMainThread, Worker } from 'node:worker_threads'
      if (isMainThread) {
        const worker = new Worker(new URL(import.meta.url))
        worker.on('error', (error) => console.log('thread ended by', error.message))
        worker.on('exit', (code) => console.log('code', code))
      } else setTimeout(() => { throw new RangeError('in a thread') })`,
    stdout: 'thread ended by in a thread\ncode 1\n',
    issues: ['RangeError 1'],
  },
  {
    name: 'what a child throws, in the child alone',
    file: 'child',
    code: `import { fork } from 'node:child_process'
      import { fileURLToPath } from 'node:url'
      if (process.argv[2] === 'child') setTimeout(() => { throw new RangeError('in a child') })
      else fork(fileURLToPath(import.meta.url), ['child']).on('exit', (code) => console.log('child', code))`,
    stdout: 'child 1\n',
    issues: ['RangeError 1'],
  },
  {
    name: 'what a worker of a cluster throws, and the others go on',
    file: 'cluster',
    code: `import cluster from 'node:cluster'
      if (cluster.isPrimary) {
        cluster.on('exit', (worker, code) => console.log('worker', worker.id, code))
        cluster.fork().on('exit', () => cluster.fork())
      } else if (cluster.worker.id === 1) setTimeout(() => { throw new TypeError('in a worker') })
      else { captureException(new RangeError('in another')); await flush(60_000); process.exit(0) }`,
    stdout: 'worker 1 1\nworker 2 0\n',
    issues: ['RangeError 1', 'TypeError 1'],
  },
]

/** Declares the tests of failing networks, disks and programs. */
export function faultStories(stage: Stage): void {
  const program = (name: string, code: string, { sdk, from, end }: TheSdk = sdks[0]!) =>
    stage.host.program(`${name} ${sdk}.mjs`, `${begin(from)}init(options)\n${code}${end}`)

  describe.concurrent.each(sdks)('with the $sdk SDK, every accepted event is counted once', (one) => {
    it('while responses are 429 and 500, and connections are cut before and after the server', async () => {
      const project = await stage.newProject('network')
      const fates: Fate[] = [429, 'arrives', 500, 'unanswered', 'arrives', 'lost', 'arrives', 'unanswered']
      const way = await openWay(stage.server.url, (count) => fates[count] ?? 'arrives')
      const ended = await stage.host.run([steadyProgram(stage, one)], stage.settings(project, way.url))
      way.close()
      expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('all arrived') })
      expect(countsOf(await issuesOf(stage.account, project, 2, 550))).toEqual(['Error 50', 'RangeError 500'])
    })

    it('and reduced when it is too large for a proxy', async () => {
      const project = await stage.newProject('large')
      const way = await openWay(stage.server.url, (_, bytes) => (bytes > 20_000 ? 413 : 'arrives'))
      const file = program(
        'large',
        `captureException(new Error('large'), { extra: { list: Array.from({ length: 20 }, () => 'x'.repeat(5000)) } })
         process.exitCode = (await flush(60_000)) ? 0 : 9`,
        one,
      )
      const ended = await stage.host.run([file], stage.settings(project, way.url))
      way.close()
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'Error')
      expect(event.other.shrunk).toEqual(expect.arrayContaining(['extra']))
      expect(event.extra).toEqual({})
    })

    it('while the store’s disk is full', async ({ skip }) => {
      const disk = join(stage.host.directory, `disk ${one.sdk}`)
      const unmount = mountSmallDisk(disk, '64k')
      if (unmount === undefined) return skip(noSmallDisk)
      const project = await stage.newProject('disk')
      const way = await openWay(stage.server.url, (count) => (count === 0 ? 500 : 'arrives'))
      try {
        const file = program(
          'disk',
          `for (let i = 0; i < 8; i += 1)
             captureException(new Error(\`disk \${'abcdefgh'[i]}\`), { extra: { list: ['x'.repeat(8000), 'y'.repeat(8000), 'z'.repeat(8000)] } })
           process.exitCode = (await flush(60_000)) ? 0 : 9`,
          one,
        )
        const settings = { ...stage.settings(project, way.url), BUGLE_STORE: join(disk, 'events') }
        expect(await stage.host.run([file], settings)).toMatchObject({ code: 0, stderr: '' })
      } finally {
        unmount()
        way.close()
      }
      const issues = await issuesOf(stage.account, project, 1, 8)
      expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(8)
    })

    it('by the next start, after a fatal error while the server is unreachable', async () => {
      const project = await stage.newProject('away')
      const ends = program(
        'ends',
        `captureException(new RangeError('in a tunnel'))
         await new Promise(() => setTimeout(() => { throw new TypeError('the end') }))`,
        one,
      )
      const ended = await stage.host.run([ends], stage.settings(project, 'http://127.0.0.1:9'))
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('the end') })
      const starts = program('starts', "captureMessage('there again'); await flush(60_000)", one)
      for (let start = 0; start < 2; start += 1) await stage.host.run([starts], stage.settings(project))
      const issues = await issuesOf(stage.account, project, 3, 4)
      expect(countsOf(issues)).toEqual(['Message 2', 'RangeError 1', 'TypeError 1'])
      expect(await latestOf(stage.account, issues, 'TypeError')).toMatchObject({
        level: 'fatal',
        mechanism: { handled: false },
      })
    })
  })

  it.concurrent('and while AsyncStorage is full', async () => {
    const project = await stage.newProject('quota')
    const way = await openWay(stage.server.url, (count) => (count === 0 ? 500 : 'arrives'))
    const phone = sdks[1]!
    const file = stage.host.program(
      'quota.mjs',
      `${begin(phone.from)}const kept = new Map()
       init({ ...options, storage: {
         getAllKeys: async () => [...kept.keys()],
         getItem: async (key) => kept.get(key) ?? null,
         removeItem: async (key) => void kept.delete(key),
         setItem: async (key, value) => {
           if (kept.size === 2) throw new Error('database or disk is full (code 13 SQLITE_FULL)')
           kept.set(key, value)
         },
       } })
       for (const name of 'abcdefgh') captureException(new Error(\`quota \${name}\`))
       console.log(await flush(60_000), kept.size)${phone.end}`,
    )
    const ended = await stage.host.run([file], stage.settings(project, way.url))
    way.close()
    expect(ended).toEqual({ code: 0, stdout: 'true 0\n', stderr: '' })
    const issues = await issuesOf(stage.account, project, 1, 8)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  })

  describe.concurrent('programs with threads and processes end as they would without, and report', () => {
    for (const { name, file, code, stdout, issues } of programs)
      it(name, async () => {
        const project = await stage.newProject(file)
        const path = program(file, code)
        const ended = await stage.host.run([path], stage.settings(project))
        expect(ended).toMatchObject({ code: 0, stdout })
        expect(ended).toEqual(await stage.host.without([path]))
        const found = await issuesOf(stage.account, project, issues.length)
        expect(countsOf(found)).toEqual(issues)
      })

    it('everything before flush resolves, as serverless functions need', async () => {
      const project = await stage.newProject('serverless')
      const file = program(
        'serverless',
        `async function handler(event) {
           try { throw new Error('call failed') } catch (error) { captureException(error, { extra: { event } }) }
           return flush(60_000)
         }
         const said = []
         for (let i = 0; i < 5; i += 1) said.push(await handler(i))
         console.log(said.every(Boolean))
         process.kill(process.pid, 'SIGKILL')`,
      )
      const ended = await stage.host.run([file], stage.settings(project))
      expect(ended).toMatchObject({ code: null, stdout: 'true\n' })
      const [issue] = await issuesOf(stage.account, project, 1, 5)
      expect(issue!.count).toBe(5)
    })
  })
}
