import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Artifact, ArtifactPage } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { installRuntime } from '../../../scripts/runtimes.mjs'
import { newReporter, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

// Runs the real sentry-cli, of both major versions in use: builds of Android and Flutter call it for their debug files.

const server = await startServer({ digest: true })
const folder = mkdtempSync(join(tmpdir(), 'bugle-sentry-debug-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = new URL('../../../conformance/debug-files/proguard.json', import.meta.url)
const { mapping, stacks } = JSON.parse(readFileSync(file, 'utf8')).cases[0] as {
  mapping: string
  stacks: { stack: string }[]
}

async function run(program: string, app: Reporter, args: string[]): Promise<{ code: number | null; output: string }> {
  const { token } = (
    await app.session.request('POST', '/api/me/api-tokens', {
      body: { name: 'Build', scopes: ['artifact:write', 'project:read'] },
    })
  ).body
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, SENTRY_URL: server.url, SENTRY_AUTH_TOKEN: token as string },
    ...{ SENTRY_ORG: 'ours', SENTRY_PROJECT: app.project.id.toLowerCase(), SENTRY_DISABLE_UPDATE_CHECK: '1' },
    ...{ SENTRY_ALLOW_FAILURE: '0', NO_COLOR: '1' },
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }))
  })
}

const artifactsOf = async (app: Reporter): Promise<Artifact[]> =>
  (await app.session.request<ArtifactPage>('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
/** Waits until so many files are stored and indexed. */
const ready = (app: Reporter, count: number) =>
  until(
    () => artifactsOf(app),
    (artifacts) => artifacts.filter(({ state }) => state === 'ready').length === count,
  )

describe.each(['2.58.6', '3.8.0'])('sentry-cli %s', (version) => {
  const runtime = installRuntime({ name: '@sentry/cli-linux-x64', version, bin: 'bin/sentry-cli' })
  const program = 'path' in runtime ? runtime.path : undefined
  // Skipped where there is no such binary: on other systems, and while npm cannot be reached.
  const isRun = program !== undefined && process.platform === 'linux' && process.arch === 'x64'
  const succeed = async (app: Reporter, args: string[]) => {
    const { code, output } = await run(program!, app, args)
    if (code !== 0) throw new Error(`${args.join(' ')} → ${code}\n${output}`)
  }

  it.skipIf(!isRun)('uploads a mapping, by its own id and by that of the content', { timeout: 120_000 }, async () => {
    const app = await newReporter(server)
    writeFileSync(join(folder, 'mapping.txt'), mapping)
    const upload = version.startsWith('2.') ? ['upload-proguard'] : ['proguard', 'upload']
    await succeed(app, [...upload, 'mapping.txt'])
    const [artifact] = await ready(app, 1)
    const uuidOf = version.startsWith('2.')
      ? ['debug-files', 'check', 'mapping.txt']
      : ['proguard', 'uuid', 'mapping.txt']
    const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec((await run(program!, app, uuidOf)).output)![0]
    expect(artifact).toMatchObject({ kind: 'jvm_mapping', debug_id: uuid })
    const other = '85314830-023f-4cf1-a267-535f4e37bb17'
    await succeed(app, [...upload, '--uuid', other, 'mapping.txt'])
    expect((await ready(app, 2)).map(({ debug_id: id }) => id).toSorted()).toEqual([uuid, other].toSorted())
    for (const id of [uuid, other]) {
      const images = [{ type: 'proguard', uuid: id }]
      const { event_id } = await app.report({ platform: 'android', stack: stacks[0]!.stack, debug_meta: { images } })
      const [frame] = (await app.readEvent(event_id)).exceptions[0]!.frames
      expect(frame!.symbolication).toMatchObject({ state: 'resolved', module: 'shop.Cart$Item', function: 'price' })
    }
  })
})
