import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issuesOf, latestOf } from './issues.ts'
import type { Stage } from './stage.ts'

/** What happens to a request: a status that the way itself answers, or the connection is cut before or behind the server. */
type Fate = 'arrives' | 'lost' | 'unanswered' | 429 | 500 | 413

/** A network between programs and the server that does to them what networks do: by number and bytes of a request. */
async function openWay(to: string, fateOf: (count: number, bytes: number) => Fate) {
  let count = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fate = fateOf(count, body.length)
    count += 1
    if (fate === 'lost') return void request.socket.destroy()
    if (typeof fate === 'number') return void response.writeHead(fate, { 'retry-after': '1' }).end()
    const headers = { 'x-service-token': String(request.headers['x-service-token']) }
    const answer = await fetch(`${to}/ingest`, { method: 'POST', body, headers })
    if (fate === 'unanswered') return void request.socket.destroy()
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const begin = `import { captureException, flush, init } from '@bugle/node'
const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
init({ token, endpoint, storeDirectory, appId: 'com.example.desk', environment: 'test', exitTimeoutMs: 10_000 })
`

/** Programs of several parts: what they say without us, and what they are to report. */
const programs = [
  {
    name: 'what a thread throws, its parent being told',
    file: 'thread.mjs',
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
    file: 'child.mjs',
    code: `import { fork } from 'node:child_process'
      import { fileURLToPath } from 'node:url'
      if (process.argv[2] === 'child') setTimeout(() => { throw new RangeError('in a child') })
      else fork(fileURLToPath(import.meta.url), ['child']).on('exit', (code) => console.log('child', code))`,
    stdout: 'child 1\n',
    issues: ['RangeError 1'],
  },
  {
    name: 'what a worker of a cluster throws, and the others go on',
    file: 'cluster.mjs',
    code: `import cluster from 'node:cluster'
      if (cluster.isPrimary) {
        cluster.on('exit', (worker, code) => console.log('worker', worker.id, code))
        cluster.fork().on('exit', () => cluster.fork())
      } else if (cluster.worker.id === 1) setTimeout(() => { throw new TypeError('in a worker') })
      else { captureException(new RangeError('in another')); await flush(); process.exit(0) }`,
    stdout: 'worker 1 1\nworker 2 0\n',
    issues: ['RangeError 1', 'TypeError 1'],
  },
]

/** Networks, disks and programs that fail. */
export function faultStories(stage: Stage): void {
  const program = (name: string, code: string) => stage.host.program(name, begin + code)

  describe.concurrent('everything accepted is counted once', () => {
    it('while answers are 429 and 500, and connections are cut before and behind the server', async () => {
      const project = await stage.newProject('network')
      const fates: Fate[] = [429, 'arrives', 500, 'unanswered', 'arrives', 'lost', 'arrives', 'unanswered']
      const way = await openWay(stage.server.url, (count) => fates[count] ?? 'arrives')
      const steady = stage.host.example('node/steady.mjs')
      const ended = await stage.host.run([steady], stage.settings(project, way.url))
      way.close()
      expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('all arrived') })
      const issues = await issuesOf(stage.account, project, 2, 550)
      expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['Error 50', 'RangeError 500'])
    })

    it('and smaller when it is too large for what stands in between', async () => {
      const project = await stage.newProject('large')
      const way = await openWay(stage.server.url, (_, bytes) => (bytes > 20_000 ? 413 : 'arrives'))
      const file = program(
        'large.mjs',
        `captureException(new Error('large'), { extra: { list: Array.from({ length: 20 }, () => 'x'.repeat(5000)) } })
         process.exitCode = (await flush(20_000)) ? 0 : 9`,
      )
      const ended = await stage.host.run([file], stage.settings(project, way.url))
      way.close()
      expect(ended).toMatchObject({ code: 0, stderr: '' })
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'Error')
      expect(event.other.shrunk).toEqual(expect.arrayContaining(['extra']))
      expect(event.extra).toEqual({})
    })

    // Only root may lay a small disk under a directory; the machines of CI are root.
    it.skipIf(process.getuid?.() !== 0 && process.env.CI !== 'true')(
      'while the disk of the store is full',
      async () => {
        const project = await stage.newProject('disk')
        const way = await openWay(stage.server.url, (count) => (count === 0 ? 500 : 'arrives'))
        const disk = join(stage.host.directory, 'disk')
        mkdirSync(disk)
        expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0)
        try {
          const file = program(
            'disk.mjs',
            `for (let i = 0; i < 8; i += 1)
             captureException(new Error(\`disk \${'abcdefgh'[i]}\`), { extra: { list: ['x'.repeat(8000), 'y'.repeat(8000), 'z'.repeat(8000)] } })
           process.exitCode = (await flush(30_000)) ? 0 : 9`,
          )
          const settings = { ...stage.settings(project, way.url), BUGLE_STORE: join(disk, 'events') }
          expect(await stage.host.run([file], settings)).toMatchObject({ code: 0, stderr: '' })
        } finally {
          spawnSync('umount', [disk])
          way.close()
        }
        const issues = await issuesOf(stage.account, project, 1, 8)
        expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(8)
      },
    )
  })

  describe.concurrent('programs of several parts end as they do without, and report', () => {
    for (const { name, file, code, stdout, issues } of programs)
      it(name, async () => {
        const project = await stage.newProject(file)
        const path = program(file, code)
        const ended = await stage.host.run([path], stage.settings(project))
        expect(ended).toMatchObject({ code: 0, stdout })
        expect(ended).toEqual(await stage.host.without([path]))
        const found = await issuesOf(stage.account, project, issues.length)
        expect(found.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(issues)
      })

    it('everything before flush says so, as a function needs that is frozen after its answer', async () => {
      const project = await stage.newProject('serverless')
      const file = program(
        'serverless.mjs',
        `async function handler(event) {
           try { throw new Error('call failed') } catch (error) { captureException(error, { extra: { event } }) }
           return flush(20_000)
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
