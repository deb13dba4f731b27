import type { FrameView, Symbolication } from '@bugle/protocol'
import { type BuiltFrame, readBuilt } from '@bugle/symbols/testing/built-programs'
import { describe, expect, it } from 'vitest'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const site = 'https://shop.example/assets'
const debugId = (number: number) => `85314830-023f-4cf1-a267-${String(number).padStart(12, '0')}`

/** A stack as V8 prints it. */
const stackOf = (frames: BuiltFrame[], file: string) =>
  ['TypeError: boom', ...frames.map((frame) => lineOf(frame, file))].join('\n')
const lineOf = ({ function: name, line, column }: BuiltFrame, file: string) =>
  name === undefined ? `    at ${file}:${line}:${column}` : `    at ${name} (${file}:${line}:${column})`

const framesOf = async (app: Reporter, eventId: string): Promise<FrameView[]> =>
  (await app.readEvent(eventId)).exceptions[0]!.frames
const originals = async (app: Reporter, eventId: string): Promise<(Symbolication | undefined)[]> =>
  (await framesOf(app, eventId)).map(({ symbolication }) => symbolication)

const cart = readBuilt('esbuild', 'cart')
const map = cart.files[0]!.map
const stack = cart.stacks[0]!
const file = `${site}/cart.js`
const anEvent = { platform: 'web', stack: stackOf(stack, file), release: '1.4.2' }

describe.each(['esbuild', 'rollup-terser', 'webpack', 'vite', 'rspack'])('programs built by %s', (bundler) => {
  it('show the file, line, column, function and text that their authors wrote', async () => {
    const app = await newReporter(server)
    let named = 0
    let confirmed = 0
    for (const [number, program] of ['cart', 'classes', 'typed'].entries()) {
      const { files, stacks } = readBuilt(bundler, program)
      // A program of one built file: the number of the file is not in the address.
      const frames = stacks.flat().filter((frame) => frame.file === 0)
      const address = `${site}/${program}.js`
      await uploadMap(app, files[0]!.map, { debug_id: debugId(number) })
      const images = [{ type: 'sourcemap', code_file: address, debug_id: debugId(number) }]
      const { event_id } = await app.report({
        platform: 'web',
        stack: stackOf(frames, address),
        debug_meta: { images },
      })
      const found = await originals(app, event_id)
      for (const [index, { expected }] of frames.entries()) {
        if (expected === undefined) continue
        const original = found[index]!
        const { line, column } = expected
        expect(original).toMatchObject({ state: 'resolved', by: 'debug_id', line, column, in_app: true })
        expect(original.file!.split('/').at(-1)).toBe(expected.file)
        expect(original.context_line).toBe(textOf(files[0]!.map, original))
        confirmed++
        if (ownName(original.function) === ownName(expected.function)) named++
      }
    }
    expect(confirmed).toBeGreaterThan(10)
    expect(named / confirmed).toBeGreaterThan(0.9)
    const { rows } = await pool.query('select from artifact_functions where project_id = $1', [numberOf(app)])
    expect(rows.length).toBeGreaterThan(2)
  })
})

/** The function alone: V8 puts the type of the receiver before it, the source has its class; V8 names no module. */
function ownName(name = '<module>'): string {
  if (name === '<module>' || name.endsWith('<anonymous>')) return 'no name'
  return name.startsWith('new ') ? name : name.split('.').at(-1)!
}

/** Reads the original line from the map itself. */
function textOf(text: string, { file: path, line }: Symbolication): string {
  const { sources, sourcesContent } = JSON.parse(text) as { sources: string[]; sourcesContent: string[] }
  const source = sources.findIndex((name) => name.endsWith(path!.split('/').at(-1)!))
  return sourcesContent[source]!.split('\n')[line! - 1]!
}

describe('an event that came before its map', () => {
  it('is readable once the map is there; its group and its payload stay', async () => {
    const app = await newReporter(server)
    // The project has another map, so that it expects this one.
    await uploadMap(app, readBuilt('esbuild', 'events').files[0]!.map, { release: '0' })
    const { event_id, issue_id } = await app.report(anEvent)
    const [before] = await originals(app, event_id)
    expect(before).toEqual({
      state: 'unresolved',
      reason: {
        code: 'no_map',
        sentence: expect.stringContaining(`Looked for: ${file}, ~/assets/cart.js`),
        command: 'bugle sourcemaps upload . --release 1.4.2',
        facts: { tried: expect.arrayContaining([file, '~/assets/cart.js']) },
      },
    })
    const raw = await app.readRaw(event_id)
    const id = await uploadMap(app, map, { release: '1.4.2', url: '~/assets/cart.js' })
    const [innermost] = await framesOf(app, event_id)
    expect(innermost).toMatchObject({
      file,
      line: stack[0]!.line,
      column: stack[0]!.column,
      symbolication: {
        state: 'resolved',
        by: 'url',
        artifact_id: id,
        function: 'priceOf',
        line: 3,
        column: 11,
        pre_context: expect.any(Array),
        post_context: expect.any(Array),
      },
    })
    expect(await app.readRaw(event_id)).toEqual(raw)
    expect((await app.report(anEvent)).issue_id).toBe(issue_id)
    const { artifact } = (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts/${id}`)).body
    expect(artifact.last_used_at).toMatch(/:00:00\.000Z$/)
    // The latest event of the issue is read in the same way.
    const latest = (await app.session.request('GET', `/api/issues/${issue_id}/events/latest`)).body.event
    expect(latest.exceptions[0]!.frames[0]!.symbolication!.function).toBe('priceOf')
    await app.session.request('DELETE', `/api/projects/${app.project.id}/artifacts/${id}`)
    // Once its group is resolved, the stack stays readable without the map.
    await until(
      () => app.readIssue(issue_id),
      ({ culprit }) => culprit?.startsWith('priceOf in ') === true,
    )
    await app.session.request('DELETE', `/api/projects/${app.project.id}/artifacts/${id}`)
    const { artifact_id: _, ...kept } = innermost!.symbolication!
    expect((await originals(app, event_id))[0]).toEqual(kept)
    const explained = (await app.session.request('GET', `/api/events/${event_id}/symbolication`)).body
    expect(explained.files[0]).toMatchObject({ chosen: null, resolved: expect.any(Number) })
    expect(explained.files[0]!.notes).toEqual([expect.stringContaining('The map is gone')])
  })
})

describe('a map', () => {
  it('without a dist serves every dist, after the one of the dist', async () => {
    const app = await newReporter(server)
    const any = await uploadMap(app, map, { release: '1.4.2', url: file })
    const { event_id } = await app.report({ ...anEvent, dist: '7' })
    expect((await originals(app, event_id))[0]).toMatchObject({ state: 'resolved', artifact_id: any })
    const exact = await uploadMap(app, map, { release: '1.4.2', dist: '7', url: file })
    await uploadMap(app, map, { release: '1.4.2', dist: '8', url: file })
    expect((await originals(app, event_id))[0]).toMatchObject({ state: 'resolved', artifact_id: exact })
  })

  it('of another project is not used, and does not show', async () => {
    const owner = await newReporter(server)
    await uploadMap(owner, map, { release: '1.4.2', url: file, debug_id: debugId(1) })
    const app = await newReporter(server)
    const images = [{ type: 'sourcemap', code_file: file, debug_id: debugId(1) }]
    const { event_id } = await app.report({ ...anEvent, debug_meta: { images } })
    expect((await originals(app, event_id))[0]!.reason!.code).toBe('debug_id_unknown')
  })

  it('is not asked for where nothing says that there could be one', async () => {
    const app = await newReporter(server)
    const plain = `TypeError: boom\n    at f (${file}:3:10)\n    at g (${file}:7:2)`
    const { event_id } = await app.report({ ...anEvent, stack: plain })
    expect(await originals(app, event_id)).toEqual([undefined, undefined])
  })
})

describe('an unresolved frame', () => {
  const reasonOf = async (app: Reporter, event: Record<string, unknown>) => {
    const { event_id } = await app.report({ ...anEvent, ...event })
    const [first] = await originals(app, event_id)
    expect(first!.state).toBe('unresolved')
    return first!.reason!
  }

  it('says that the map is of another release, or of another dist', async () => {
    const app = await newReporter(server)
    await uploadMap(app, map, { release: '1.4.2', dist: '7', url: file })
    expect(await reasonOf(app, { release: '1.4.3' })).toEqual({
      code: 'wrong_release',
      sentence: `${file} was uploaded for 1.4.2, but the event's release is 1.4.3.`,
      command: 'bugle sourcemaps upload . --release 1.4.3',
      facts: { file, release: '1.4.3', found: ['1.4.2'] },
    })
    expect(await reasonOf(app, { dist: '8' })).toEqual({
      code: 'dist_differs',
      sentence: `${file} was uploaded for dist 7, but the event's dist is 8.`,
      command: 'bugle sourcemaps upload . --release 1.4.2 --dist 8',
      facts: { file, dist: '8', found: ['7'] },
    })
  })

  it('says that the map is broken, is being indexed, or does not cover the position', async () => {
    const app = await newReporter(server)
    await uploadMap(app, '{"version":3,"sources":["a.js"],"mappings":"!"}', { release: '1', url: file })
    expect(await reasonOf(app, { release: '1' })).toMatchObject({ code: 'map_broken' })
    await uploadMap(app, map, { release: '2', url: file })
    expect(await reasonOf(app, { release: '2', stack: `Error: x\n    at f (${file}:9999:1)` })).toMatchObject({
      code: 'position_outside',
    })
    await pool.query(`update artifact_contents set state = 'indexing' where project_id = $1`, [numberOf(app)])
    expect(await reasonOf(app, { release: '2' })).toMatchObject({ code: 'indexing' })
  })

  it('says that an index cannot be read', async () => {
    const app = await newReporter(server)
    await uploadMap(app, map, { release: '1.4.2', url: file })
    await pool.query('update artifact_index_pages set bytes = $2 where project_id = $1', [
      numberOf(app),
      Buffer.alloc(9),
    ])
    expect(await reasonOf(app, {})).toMatchObject({ code: 'failed' })
  })

  it.each([
    { images: 'x' },
    { images: [null, 1, { code_file: 1 }] },
    { images: [{ code_file: file, debug_id: '\0' }] },
  ])('ignores a debug_meta of another shape: %j', async (debug_meta) => {
    const app = await newReporter(server)
    await uploadMap(app, map, { release: '1.4.2', url: file })
    const { event_id } = await app.report({ ...anEvent, debug_meta })
    expect((await originals(app, event_id))[0]).toMatchObject({ state: 'resolved', by: 'url' })
  })

  it('survives files with U+0000', async () => {
    const app = await newReporter(server)
    await uploadMap(app, map, { release: '1.4.2', url: file })
    const { event_id } = await app.report({
      ...anEvent,
      release: 'a\0b',
      stack: 'Error: x\n    at f (https://a\0/b.js:1:2)',
    })
    expect((await app.session.request('GET', `/api/events/${event_id}`)).status).toBe(200)
  })
})
