import { readFileSync } from 'node:fs'
import type { Artifact, FrameView } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { newReporter, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadInChunks } from './upload-chunks.ts'

const server = await startServer({ digest: true })

interface ProguardCase {
  mapping: string
  stacks: { stack: string; retraced: string }[]
}
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/debug-files/${name}`, import.meta.url), 'utf8'))
const proguard: ProguardCase = read('proguard.json').cases[0]
const declined = proguard.stacks[0]!.stack

const anEvent = {
  platform: 'android',
  exception_type: 'shop.c',
  message: 'declined by shop.b$a',
  stack: declined,
  release: '1.4.2',
}
const exceptionOf = async (app: Reporter, eventId: string) => (await app.readEvent(eventId)).exceptions[0]!
const framesOf = async (app: Reporter, eventId: string): Promise<FrameView[]> =>
  (await exceptionOf(app, eventId)).frames
const originals = async (app: Reporter, eventId: string) =>
  (await framesOf(app, eventId)).map(({ symbolication: one }) => one && `${one.module}.${one.function}:${one.line}`)
const artifactsOf = async (app: Reporter): Promise<Artifact[]> =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts`)).body.artifacts
/** The calls that the mapping's own retrace prints. */
const retraced = (text: string) =>
  [...text.matchAll(/at ([\w$.]+)\([^:)]*:(\d+)\)/g)].map(([, call, line]) => `${call}:${line}`)
const expected = retraced(proguard.stacks[0]!.retraced)
const uuid = '85314830-023f-4cf1-a267-535f4e37bb17'
const upload = (app: Reporter, file: object, fields: object = {}) =>
  uploadInChunks(app, [{ name: 'mapping.txt', text: proguard.mapping, ...file }], fields)
const codes = async (app: Reporter, eventId: string) => [
  ...new Set((await framesOf(app, eventId)).map(({ symbolication: one }) => one?.reason?.code)),
]

describe('a mapping of R8 or ProGuard', () => {
  it('leads frames, type and message back, also of events that came before it', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report(anEvent)
    expect(await originals(app, event_id)).toEqual(expected.map(() => undefined))
    const { files } = await upload(app, {}, { release: '1.4.2' })
    expect(files).toMatchObject([{ state: 'accepted' }])
    expect(await artifactsOf(app)).toMatchObject([{ kind: 'jvm_mapping', name: 'mapping.txt', state: 'ready' }])
    const { frames, original } = await exceptionOf(app, event_id)
    expect(await originals(app, event_id)).toEqual(expected)
    expect(frames[0]!.symbolication).toMatchObject({
      state: 'resolved',
      by: 'release',
      file: 'Cart.java',
      in_app: true,
    })
    expect(original).toEqual({ exception_type: 'shop.PaymentDeclined', message: 'declined by shop.Cart$Item' })
    // The same file again is there already, whatever its name says.
    expect((await upload(app, { name: 'other.map' }, { release: '1.4.2' })).files).toMatchObject([
      { state: 'accepted' },
    ])
    expect((await artifactsOf(app)).map(({ kind }) => kind)).toEqual(['jvm_mapping', 'jvm_mapping'])
  })

  it('is found by its id, before any of the release', async () => {
    const app = await newReporter(server)
    await upload(app, { text: 'shop.Wrong -> shop.b:\n' }, { release: '1.4.2' })
    await upload(app, { debug_id: uuid })
    const debug_meta = { images: [{ type: 'proguard', uuid: uuid.toUpperCase() }] }
    const { event_id } = await app.report({ ...anEvent, debug_meta })
    expect(await originals(app, event_id)).toEqual(expected)
    expect((await framesOf(app, event_id))[0]!.symbolication!.by).toBe('debug_id')
  })

  it('is found by the id that R8 writes into every frame', async () => {
    const app = await newReporter(server)
    await upload(app, { text: `# compiler: R8\n# pg_map_id: 7E1F0ac2b6d94d0f\n${proguard.mapping}` })
    expect(await artifactsOf(app)).toMatchObject([{ build_id: '7e1f0ac2b6d94d0f' }])
    const stack = declined.replaceAll('SourceFile', 'r8-map-id-7e1f0ac2b6d94d0f')
    const { event_id } = await app.report({ ...anEvent, release: '9', stack })
    expect(await originals(app, event_id)).toEqual(expected)
  })

  it('makes several frames of one whose calls were inlined', async () => {
    const app = await newReporter(server)
    await upload(app, {}, { release: '1.4.2' })
    const inlined = proguard.stacks.at(-1)!
    const { event_id } = await app.report({ ...anEvent, stack: inlined.stack })
    expect(await originals(app, event_id)).toEqual(retraced(inlined.retraced))
    const [inner, outer] = await framesOf(app, event_id)
    expect(outer!.raw).toBe(inner!.raw)
    expect([inner!.symbolication!.is_inlined, outer!.symbolication!.is_inlined]).toEqual([true, undefined])
    const path = `/api/projects/${app.project.id}/symbolicate` as const
    const body = { stack: inlined.stack, platform: 'android', release: '1.4.2' } as const
    const { frames } = (await app.session.request('POST', path, { body })).body
    expect(frames.map(({ symbolication: one }) => one?.line)).toEqual([16, 11, 26, 41, 14])
  })

  it('says which one is missing, is broken, or is of another project', async () => {
    const app = await newReporter(server)
    const stack = declined.replaceAll('SourceFile', 'r8-map-id-7e1f0ac2b6d94d0f')
    const { event_id } = await app.report({ ...anEvent, stack })
    const [frame] = await framesOf(app, event_id)
    expect(frame!.symbolication).toEqual({
      state: 'unresolved',
      reason: {
        code: 'no_debug_file',
        sentence: 'No mapping was uploaded for the build that ran. Looked for: 7e1f0ac2b6d94d0f, release 1.4.2.',
        command: 'bugle debug-files upload . --release 1.4.2',
        facts: { what: 'mapping', tried: ['7e1f0ac2b6d94d0f', 'release 1.4.2'] },
      },
    })
    const stranger = await newReporter(server)
    await upload(stranger, { debug_id: uuid }, { release: '1.4.2' })
    expect(await codes(app, event_id)).toEqual(['no_debug_file'])
    await upload(app, { text: `${proguard.mapping}nonsense\n` }, { release: '1.4.2' })
    const [broken] = await framesOf(app, event_id)
    expect(broken!.symbolication!.reason).toMatchObject({
      code: 'map_broken',
      sentence: expect.stringContaining('The mapping is not valid'),
    })
  })

  it('is not looked for where nothing says that there could be one', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report(anEvent)
    expect(await codes(app, event_id)).toEqual([undefined])
  })
})

it('says what a file is that holds symbols and cannot be read', async () => {
  const app = await newReporter(server)
  const pdb = Buffer.concat([Buffer.from('Microsoft C/C++ MSF 7.00\r\n\x1aDS'), Buffer.alloc(500)])
  const { files } = await uploadInChunks(app, [
    { name: 'shop.pdb', text: pdb },
    { name: 'crash.dmp', text: 'MDMP…' },
    { name: 'notes.txt', text: 'hello' },
  ])
  expect(files.map(({ reason }) => reason!.sentence)).toEqual([
    expect.stringContaining('PDB of Windows'),
    expect.stringContaining('minidump'),
    expect.stringContaining('nor a debug file'),
  ])
})
