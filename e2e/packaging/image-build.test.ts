import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rootPath } from '../../scripts/install.mjs'
import { debianTar, startIn } from '../../scripts/release/clean-root.mjs'
import { installRuntime, nodes } from '../../scripts/runtimes.mjs'
import { createProject, listIssues, register } from '../harness/account.ts'
import { buildServer, freePort, pause } from '../harness/built-server.ts'
import { describeAsRoot } from './describe-as-root.ts'

// The Dockerfile, built by buildah without a daemon and run as its labels, account, health check and read-only root say. Two things
// differ from `docker build`: the base is a Debian with the same Node.js, made here, and the build stage takes this checkout's build.

interface Config {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  Labels: Record<string, string>
  Healthcheck: { Test: string[] }
}

/** The first run makes the Debian, beside other tests. */
const firstTime = 900_000

describeAsRoot('the image', () => {
  const base = 'localhost/bugle-node:24'
  let work: string
  let root: string
  let config: Config
  const buildah = (...args: string[]) => {
    const stores = ['--storage-driver', 'vfs', '--root', join(work, 'store'), '--runroot', join(work, 'run')]
    const { status, stdout, stderr } = spawnSync('buildah', [...stores, ...args], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: work },
    })
    if (status !== 0) throw new Error(`buildah ${args.join(' ')} → ${status}: ${stderr.slice(-2000)}`)
    return stdout.trim()
  }

  beforeAll(() => {
    buildServer()
    work = mkdtempSync(join(tmpdir(), 'bugle-image-'))
    makeBase()
    const context = join(work, 'context')
    mkdirSync(context)
    execFileSync(process.execPath, ['scripts/image.mjs', join(context, 'image')], { cwd: rootPath })
    const text = readFileSync(join(rootPath, 'Dockerfile'), 'utf8')
    const [stage] = /^FROM \$\{NODE_IMAGE\} AS build\n[\s\S]*?(?=\nFROM )/m.exec(text)!
    writeFileSync(join(context, 'Dockerfile'), text.replace(stage, 'FROM scratch AS build\nCOPY image /image\n'))
    const given = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', 'VERSION=9.8.7', '--build-arg', 'REVISION=abc']
    buildah('build', '--format', 'docker', ...given, '--tag', 'localhost/bugle', context)
    config = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/bugle')).Docker.config
    root = join(work, 'root')
    mkdirSync(root)
    const container = buildah('from', 'localhost/bugle')
    mount('--bind', buildah('mount', container), root)
    mount('-o', 'remount,ro,bind', root)
    mkdirSync(join(work, 'data'))
    // As a new volume has the owner of the image's folder.
    chownSync(join(work, 'data'), 1000, 1000)
    mount('--bind', join(work, 'data'), join(root, 'data'))
    mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root, 'tmp'))
    mount('-t', 'proc', 'proc', join(root, 'proc'))
    mount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', join(root, 'dev'))
    for (const name of ['null', 'zero', 'random', 'urandom']) {
      writeFileSync(join(root, 'dev', name), '')
      mount('--bind', join('/dev', name), join(root, 'dev', name))
    }
    symlinkSync('/proc/self/fd', join(root, 'dev/fd'))
    mkdirSync(join(root, 'dev/shm'))
    execFileSync('chmod', ['1777', join(root, 'dev/shm')])
  }, firstTime)
  afterAll(() => {
    spawnSync('umount', ['--recursive', '--lazy', root])
    rmSync(work, { recursive: true, force: true })
  })

  /** The Debian of these tests with Node.js and its account, where the official image has them. */
  function makeBase(): void {
    const node = installRuntime(nodes.at(-1)!)
    if ('missing' in node) throw new Error(node.missing)
    const context = join(work, 'base')
    mkdirSync(context)
    try {
      linkSync(debianTar(), join(context, 'root.tar'))
    } catch {
      cpSync(debianTar(), join(context, 'root.tar'))
    }
    cpSync(node.path, join(context, 'node'))
    const lines = [
      'FROM scratch',
      'ADD root.tar /',
      'COPY --chmod=755 node /usr/local/bin/node',
      'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ]
    writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`)
    buildah('build', '--format', 'docker', '--tag', base, context)
  }

  it('says what it is, of which version and commit, and on which base', () => {
    const labels = Object.fromEntries(
      Object.entries(config.Labels).map(([name, value]) => [name.replace('org.opencontainers.image.', ''), value]),
    )
    expect(labels).toMatchObject({
      title: 'Bugle',
      licenses: 'MIT',
      version: '9.8.7',
      revision: 'abc',
      'base.name': base,
      source: 'https://github.com/bugle/bugle',
    })
  })

  it('runs as an account without rights on a root that nobody can write, is healthy, and counts an event', async () => {
    expect(config).toMatchObject({ User: 'node', Volumes: { '/data': {} } })
    const port = String(await freePort())
    const own = Object.fromEntries(
      config.Env.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    )
    expect(own).toMatchObject({ HOST: '0.0.0.0', BUGLE_DATA: '/data' })
    const env = { ...own, HOST: '127.0.0.1', PORT: port }
    const inside = (...command: string[]) =>
      spawnSync('chroot', ['--userspec', '1000:1000', root, ...command], { env, encoding: 'utf8' })
    expect(inside('touch', '/opt/bugle/x')).toMatchObject({ status: 1, stderr: expect.stringContaining('Read-only') })
    expect(inside('id', '--user', '--name').stdout).toBe('node\n')
    const [kind, ...check] = config.Healthcheck.Test
    expect(kind).toBe('CMD')
    expect(inside(...check).status).toBe(1)

    const command = ['/bin/sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', ...config.Entrypoint, ...config.Cmd]
    const server = startIn(root, '1000:1000', env, ...command)
    try {
      while (server.child.exitCode === null && inside(...check).status !== 0) await pause(100)
      const account = await register(`http://127.0.0.1:${port}`)
      const project = await createProject(account, 'Image')
      const event = { exception_type: 'E', message: 'm', platform: 'other', app_id: project.app_id }
      const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
      const sent = await fetch(`${account.url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
      expect(sent.status).toBe(202)
      await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([1])
    } finally {
      await server.stop()
    }
    expect(server.child.exitCode).toBe(0)
  })
})

function mount(...args: string[]): void {
  execFileSync('mount', args)
}
