import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { rootPath } from '../../scripts/install.mjs'
import { BuiltImage, baseName } from '../../scripts/release/built-image.mjs'
import { createProject, listIssues, register } from '../harness/account.ts'
import { buildServer, pause } from '../harness/built-server.ts'
import { isLong } from '../sdks/long.ts'
import { describeAsRoot } from './describe-as-root.ts'

// The Dockerfile, built by buildah without a daemon and run as its labels, account, health check and read-only root say. The base is a
// Debian with the same Node.js, made here. The first stage, which installs and builds all from the registry, takes minutes: it runs in the
// long tests, and elsewhere this checkout's build stands for it.

/** The first run makes the Debian, beside other tests; the long one installs a gigabyte. */
const firstTime = 30 * 60_000

describeAsRoot('the image', () => {
  let image: BuiltImage

  beforeAll(() => {
    const args = { VERSION: '9.8.7', REVISION: 'abc' }
    if (isLong) image = BuiltImage.build({ args })
    else {
      buildServer()
      const folder = mkdtempSync(join(tmpdir(), 'bugle-built-'))
      execFileSync(process.execPath, ['scripts/image.mjs', folder], { cwd: rootPath })
      image = BuiltImage.build({ image: folder, args })
      rmSync(folder, { recursive: true })
    }
    image.mount()
  }, firstTime)
  afterAll(() => image?.remove())

  it('says what it is, of which version and commit, and on which base', () => {
    const labels = Object.fromEntries(
      Object.entries(image.config.Labels).map(([name, value]) => [
        name.replace('org.opencontainers.image.', ''),
        value,
      ]),
    )
    expect(labels).toMatchObject({
      title: 'Bugle',
      licenses: 'MIT',
      version: '9.8.7',
      revision: 'abc',
      'base.name': baseName,
      source: 'https://github.com/bugle/bugle',
    })
  })

  it('runs as an account without rights on a root that nobody can write, is healthy, and counts an event', async () => {
    expect(image.config).toMatchObject({ User: 'node', Volumes: { '/data': {} } })
    expect(image.environment({})).toMatchObject({ HOST: '0.0.0.0', BUGLE_DATA: '/data' })
    const settings = { HOST: '127.0.0.1', PORT: String(await freePort()) }
    expect(image.run(settings, 'touch', '/opt/bugle/x')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Read-only'),
    })
    expect(image.run(settings, 'id', '--user', '--name').stdout).toBe('node\n')
    expect(image.config.Healthcheck.Test[0]).toBe('CMD')
    expect(image.isHealthy(settings)).toBe(false)

    const server = image.start(settings)
    try {
      while (server.child.exitCode === null && !image.isHealthy(settings)) await pause(100)
      const url = `http://127.0.0.1:${settings.PORT}`
      const account = await register(url)
      const project = await createProject(account, 'Image')
      const event = { exception_type: 'E', message: 'm', platform: 'other', app_id: project.app_id }
      const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
      const sent = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
      expect(sent.status).toBe(202)
      await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([1])
      const paths = ['/', '/api/docs', '/third-party-notices.txt', ...(isLong ? ['/docs/', '/m/'] : [])]
      const pages = await Promise.all(paths.map(async (path) => [path, (await fetch(`${url}${path}`)).status]))
      expect(pages).toEqual(paths.map((path) => [path, 200]))
    } finally {
      await server.stop()
    }
    expect(server.child.exitCode).toBe(0)
  })
})
