import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from '@bugle/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, type Reporter, until } from './reporter.ts'
import { SentryCli, sentryCliVersions } from './sentry-cli.ts'
import { startServer } from './start-server.ts'

// Runs the real sentry-cli, of both major versions in use: builds of Android and Flutter call it for their debug files.

const server = await startServer({ digest: true })

const file = new URL('../../../conformance/debug-files/proguard.json', import.meta.url)
const { mapping, stacks } = JSON.parse(readFileSync(file, 'utf8')).cases[0] as {
  mapping: string
  stacks: { stack: string }[]
}

const artifactsOf = async (app: Reporter): Promise<Artifact[]> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
/** Waits until a number of files are stored and indexed. */
const ready = (app: Reporter, count: number) =>
  until(
    () => artifactsOf(app),
    (artifacts) => artifacts.filter(({ state }) => state === 'ready').length === count,
  )

describe.each(sentryCliVersions)('sentry-cli %s', (version) => {
  const cli = new SentryCli(server, version)
  afterAll(() => cli.remove())

  it.skipIf(cli.program === undefined)(
    'uploads a mapping, by its own id and by that of the content',
    { timeout: 120_000 },
    async () => {
      const app = await newReporter(server)
      writeFileSync(join(cli.folder, 'mapping.txt'), mapping)
      const upload = version.startsWith('2.') ? ['upload-proguard'] : ['proguard', 'upload']
      await cli.succeed(app, [...upload, 'mapping.txt'])
      const [artifact] = await ready(app, 1)
      const uuidOf = version.startsWith('2.')
        ? ['debug-files', 'check', 'mapping.txt']
        : ['proguard', 'uuid', 'mapping.txt']
      const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec((await cli.run(app, uuidOf)).output)![0]
      expect(artifact).toMatchObject({ kind: 'jvm_mapping', debug_id: uuid })
      const other = '85314830-023f-4cf1-a267-535f4e37bb17'
      await cli.succeed(app, [...upload, '--uuid', other, 'mapping.txt'])
      expect((await ready(app, 2)).map(({ debug_id: id }) => id).toSorted()).toEqual([uuid, other].toSorted())
      for (const id of [uuid, other]) {
        const images = [{ type: 'proguard', uuid: id }]
        const { event_id } = await app.report({ platform: 'android', stack: stacks[0]!.stack, debug_meta: { images } })
        const [frame] = (await app.readEvent(event_id)).exceptions[0]!.frames
        expect(frame!.symbolication).toMatchObject({ state: 'resolved', module: 'shop.Cart$Item', function: 'price' })
      }
    },
  )
})
