import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Host } from './host.ts'
import { issuesOf, latestOf } from './issues.ts'

let server: BuiltServer
let account: Account
let host: Host
let way: Way

beforeAll(async () => {
  host = new Host()
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  account = await register(server.url, 'sdk-faults')
  way = await openWay(server.url)
}, 120_000)

afterAll(async () => {
  way?.server.close()
  await server?.remove()
  host?.remove()
})

/** What happens to a request: a status that the way itself answers, or the connection is cut before or behind the server. */
type Fate = 'arrives' | 'lost' | 'unanswered' | 429 | 500 | 413

interface Way {
  url: string
  server: Server
  /** From now on: what happens to a request, by its number and its bytes. */
  decide(fate: (count: number, bytes: number) => Fate): void
}

/** A network between programs and the server that does to them what networks do. */
async function openWay(to: string): Promise<Way> {
  let count = 0
  let fateOf: (count: number, bytes: number) => Fate = () => 'arrives'
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    decide(fate) {
      count = 0
      fateOf = fate
    },
  }
}

const newProject = (name: string) => createProject(account, name, 'com.example.desk')

function settings(project: Project, endpoint: string, store = join(host.directory, project.id)) {
  return { BUGLE_TOKEN: project.ingestToken, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: store }
}

const begin = `import { captureException, flush, init } from '@bugle/node'
const { BUGLE_TOKEN: token, BUGLE_ENDPOINT: endpoint, BUGLE_STORE: storeDirectory } = process.env
init({ token, endpoint, storeDirectory, appId: 'com.example.desk', environment: 'test' })
`

function program(name: string, code: string): string {
  const file = join(host.directory, name)
  writeFileSync(file, begin + code)
  return file
}

describe('everything accepted is counted once', () => {
  it('while answers are 429 and 500, and connections are cut before and behind the server', async () => {
    const project = await newProject('network')
    const fates: Fate[] = [429, 'arrives', 500, 'unanswered', 'arrives', 'lost', 'arrives', 'unanswered']
    way.decide((count) => fates[count] ?? 'arrives')
    const ended = await host.run([host.example('node/steady.mjs')], settings(project, way.url))
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('all arrived') })
    const [issue] = await issuesOf(account, project, 1, 50)
    expect(issue).toMatchObject({ type: 'Error', count: 50 })
  })

  it('and smaller when it is too large for what stands in between', async () => {
    const project = await newProject('large')
    way.decide((_, bytes) => (bytes > 20_000 ? 413 : 'arrives'))
    const file = program(
      'large.mjs',
      `captureException(new Error('large'), { extra: { list: Array.from({ length: 20 }, () => 'x'.repeat(5000)) } })
       process.exitCode = (await flush(20_000)) ? 0 : 9`,
    )
    expect(await host.run([file], settings(project, way.url))).toMatchObject({ code: 0, stderr: '' })
    const event = await latestOf(account, await issuesOf(account, project, 1), 'Error')
    expect(event.other.shrunk).toEqual(expect.arrayContaining(['extra']))
    expect(event.extra).toEqual({})
  })

  // Only root may lay a small disk under a directory; the machines of CI are root.
  it.skipIf(process.getuid?.() !== 0 && process.env.CI !== 'true')('while the disk of the store is full', async () => {
    const project = await newProject('disk')
    way.decide((count) => (count === 0 ? 500 : 'arrives'))
    const disk = join(host.directory, 'disk')
    mkdirSync(disk)
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0)
    try {
      const file = program(
        'disk.mjs',
        `for (let i = 0; i < 8; i += 1)
           captureException(new Error(\`disk \${'abcdefgh'[i]}\`), { extra: { list: ['x'.repeat(8000), 'y'.repeat(8000), 'z'.repeat(8000)] } })
         process.exitCode = (await flush(30_000)) ? 0 : 9`,
      )
      const store = join(disk, 'events')
      expect(await host.run([file], settings(project, way.url, store))).toMatchObject({ code: 0, stderr: '' })
    } finally {
      spawnSync('umount', [disk])
    }
    const issues = await issuesOf(account, project, 1, 8)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  })
})

describe('programs of several parts', () => {
  const ends = async (name: string, code: string) => {
    const project = await newProject(name)
    return { project, ended: await host.run([program(`${name}.mjs`, code)], settings(project, server.url)) }
  }

  it('report what a thread throws, and what its parent makes of it stays', async () => {
    const { project, ended } = await ends(
      'thread',
      `import { isMainThread, Worker } from 'node:worker_threads'
       if (isMainThread) {
         const worker = new Worker(new URL(import.meta.url))
         worker.on('error', (error) => console.log('thread ended by', error.message))
         worker.on('exit', (code) => console.log('code', code))
       } else setTimeout(() => { throw new RangeError('in a thread') })`,
    )
    expect(ended).toEqual({ code: 0, stdout: 'thread ended by in a thread\ncode 1\n', stderr: '' })
    const [issue] = await issuesOf(account, project, 1)
    expect(issue).toMatchObject({ type: 'RangeError', count: 1 })
  })

  it('report what a worker of a cluster throws, and the others go on', async () => {
    const { project, ended } = await ends(
      'cluster',
      `import cluster from 'node:cluster'
       if (cluster.isPrimary) {
         cluster.setupPrimary({ silent: true })
         cluster.on('exit', (worker, code) => console.log('worker', worker.id, code))
         cluster.fork().on('exit', () => cluster.fork())
       } else if (cluster.worker.id === 1) setTimeout(() => { throw new TypeError('in a worker') })
       else { captureException(new RangeError('in another')); await flush(); process.exit(0) }`,
    )
    expect(ended).toEqual({ code: 0, stdout: 'worker 1 1\nworker 2 0\n', stderr: '' })
    const issues = await issuesOf(account, project, 2)
    expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['RangeError 1', 'TypeError 1'])
  })

  it('have sent everything when flush says so, as a function needs that is frozen after its answer', async () => {
    const { project, ended } = await ends(
      'serverless',
      `async function handler(event) {
         try { throw new Error('call failed') } catch (error) { captureException(error, { extra: { event } }) }
         return flush()
       }
       const said = []
       for (let i = 0; i < 5; i += 1) said.push(await handler(i))
       console.log(said.every(Boolean))
       process.kill(process.pid, 'SIGKILL')`,
    )
    expect(ended).toMatchObject({ code: null, stdout: 'true\n' })
    const [issue] = await issuesOf(account, project, 1, 5)
    expect(issue!.count).toBe(5)
  })
})
