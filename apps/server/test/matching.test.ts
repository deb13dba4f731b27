import type { RequestBodyOf } from '@bugle/api-client'
import type { FrameReason, FrameView, Symbolication } from '@bugle/protocol'
import { type BuiltFrame, readBuilt } from '@bugle/symbols/testing/built-programs'
import { describe, expect, it } from 'vitest'
import { newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { type LocalFile, uploadInChunks } from './upload-chunks.ts'

// Deployments of programs that were built by a real bundler: its map is found, or the reason is the right one.

const server = await startServer({ digest: true })
const { pool } = server.database

const { files, stacks } = readBuilt('esbuild', 'cart')
const { map } = files[0]!
const frames = stacks[0]!.filter(({ file }) => file === 0)
const otherMap = readBuilt('esbuild', 'events').files[0]!.map
const debugId = '85314830-023f-4cf1-a267-535f4e37bb17'

const stackOf = (file: string, list: BuiltFrame[] = frames) =>
  ['TypeError: boom', ...list.map(({ line, column }) => `    at ${file}:${line}:${column}`)].join('\n')
const bundleImagesOf = (file: string, id = debugId) => ({
  images: [{ type: 'sourcemap', code_file: file, debug_id: id }],
})
const framesOf = async (app: Reporter, event: Record<string, unknown>): Promise<FrameView[]> => {
  const { event_id } = await app.report({ platform: 'web', release: '1.4.2', ...event })
  return (await app.readEvent(event_id)).exceptions[0]!.frames
}
const firstOf = async (app: Reporter, event: Record<string, unknown>): Promise<Symbolication | undefined> =>
  (await framesOf(app, event))[0]!.symbolication

/** The original of the innermost frame, as the un-bundled program prints it. */
const expected = { state: 'resolved', line: frames[0]!.expected!.line, column: frames[0]!.expected!.column }

interface Deployment {
  uploaded: LocalFile[]
  fields?: object
  event: Record<string, unknown>
  by: string
}

const cdn = 'https://cdn.example/shop/assets/cart.js'
const deployments: Record<string, Deployment> = {
  'behind a CDN': {
    uploaded: [{ name: 'cart.js.map', text: map, url: '~/shop/assets/cart.js' }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'with a query': {
    uploaded: [{ name: 'cart.js.map', text: map, url: '~/cart.js' }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('https://shop.example/cart.js?v=3') },
    by: 'url',
  },
  'with a debug id, under another release': {
    uploaded: [{ name: 'cart.js.map', text: map, debug_id: debugId }],
    fields: { release: 'shop@1.4.2' },
    event: { stack: stackOf(`${cdn}?v=3`), debug_meta: bundleImagesOf(cdn, debugId.toUpperCase()) },
    by: 'debug_id',
  },
  'with a dist': {
    uploaded: [{ name: 'cart.js.map', text: map, url: '~/shop/assets/cart.js' }],
    fields: { release: '1.4.2', dist: '7' },
    event: { stack: stackOf(cdn), dist: '7' },
    by: 'url',
  },
  'with a hashed name, under another release': {
    uploaded: [{ name: 'cart-B3f9aK2q.js.map', text: map }],
    fields: { release: 'shop@1.4.2' },
    event: { stack: stackOf('https://cdn.example/x/cart-B3f9aK2q.js') },
    by: 'hashed_name',
  },
  'in an app': {
    uploaded: [{ name: 'main.jsbundle.map', text: map }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('app:///main.jsbundle'), platform: 'ios' },
    by: 'url',
  },
  'on a server’s disk, by the end of the path': {
    uploaded: [{ name: 'dist/main.js.map', text: map }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('file:///srv/app/dist/main.js'), platform: 'node' },
    by: 'suffix',
  },
  'on a server’s disk, under a name that one file of the release has': {
    uploaded: [{ name: 'server.js.map', text: map }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('/srv/shop/dist/server.js'), platform: 'node' },
    by: 'name',
  },
  'behind another prefix than it was uploaded for': {
    uploaded: [{ name: 'cart.js.map', text: map, url: '~/static/v2/cart.js' }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('https://cdn.example/bundle/cart.js') },
    by: 'name',
  },
  'on Windows': {
    uploaded: [{ name: 'dist/main.js.map', text: map }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(String.raw`C:\Program Files\shop\resources\app.asar\dist\main.js`), platform: 'node' },
    by: 'suffix',
  },
  'on Windows, as a file address': {
    uploaded: [{ name: 'main.js.map', text: map, url: '~/Program Files/shop/main.js' }],
    fields: { release: '1.4.2' },
    event: { stack: stackOf('file:///C:/Program%20Files/shop/main.js'), platform: 'node' },
    by: 'url',
  },
  'again under one release, where people still run the older build': {
    uploaded: [
      { name: 'old.js.map', text: map, url: '~/shop/assets/cart.js' },
      { name: 'new.js.map', text: otherMap, url: '~/shop/assets/cart.js' },
    ],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'without a comment': {
    uploaded: [
      { name: 'cart.js', text: 'n(1)', url: '~/shop/assets/cart.js' },
      { name: 'cart.js.map', text: map, url: '~/shop/assets/cart.js' },
    ],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'with a comment that names a map elsewhere': {
    uploaded: [
      { name: 'cart.js', text: 'n(1)\n//# sourceMappingURL=../maps/c.json\n', url: '~/shop/assets/cart.js' },
      { name: 'cart.js.map', text: otherMap, url: '~/shop/assets/cart.js' },
      { name: 'c.json', text: map, url: '~/shop/maps/c.json' },
    ],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'with an absolute address in the comment': {
    uploaded: [
      { name: 'cart.js', text: '//@ sourceMappingURL=https://maps.example/m/c.js.map', url: cdn },
      { name: 'c.js.map', text: map, url: '~/m/c.js' },
    ],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'with an inline map': {
    uploaded: [
      {
        name: 'cart.js',
        text: `n(1)\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`,
        url: '~/shop/assets/cart.js',
      },
    ],
    fields: { release: '1.4.2' },
    event: { stack: stackOf(cdn) },
    by: 'url',
  },
  'with two contents under one id, the later one': {
    uploaded: [
      { name: 'old.js.map', text: otherMap, debug_id: debugId },
      { name: 'new.js.map', text: map, debug_id: debugId },
    ],
    event: { stack: stackOf(cdn), debug_meta: bundleImagesOf(cdn) },
    by: 'debug_id',
  },
  'as an Expo update': {
    uploaded: [{ name: 'index.android.bundle.map', text: map }],
    fields: { update_id: 'u-1', platform: 'android' },
    event: {
      stack: stackOf('index.android.bundle'),
      platform: 'android',
      contexts: { expo: { update_id: 'u-1', runtime_version: '1' } },
    },
    by: 'update',
  },
}

describe('a program that is deployed', () => {
  it.each(Object.entries(deployments))('%s is readable', async (_, { uploaded, fields, event, by }) => {
    const app = await newReporter(server)
    const done = await uploadInChunks(app, uploaded, fields)
    expect(done.files.map(({ state }) => state)).toEqual(uploaded.map(() => 'accepted'))
    const found = await framesOf(app, event)
    expect(found[0]!.symbolication).toMatchObject({ ...expected, by })
    expect(found.filter(({ symbolication }) => symbolication?.state === 'resolved')).toHaveLength(frames.length)
  })

  it('as the bundle that is embedded in an app does not take the map of an update', async () => {
    const app = await newReporter(server)
    const bundle = { name: 'index.android.bundle.map', text: otherMap }
    await uploadInChunks(app, [bundle], { update_id: 'u-1', platform: 'android' })
    const id = (await uploadInChunks(app, [{ ...bundle, text: map }], { release: '1.4.2' })).files[0]!.artifact_id
    const event = { stack: stackOf('index.android.bundle'), platform: 'android' }
    const expo = { update_id: 'u-1', is_embedded: true }
    expect(await firstOf(app, { ...event, contexts: { expo } })).toMatchObject({
      ...expected,
      by: 'url',
      artifact_id: id,
    })
    // Another platform's bundle of the update is of no use either.
    const ios = await firstOf(app, {
      ...event,
      release: '9',
      platform: 'ios',
      contexts: { expo: { update_id: 'u-1' } },
    })
    expect(ios).toMatchObject({ state: 'unresolved' })
  })

  it('again under a known file’s address finds the inline map for that release, too', async () => {
    const app = await newReporter(server)
    const { uploaded } = deployments['with an inline map']!
    await uploadInChunks(app, uploaded, { release: '1' })
    await uploadInChunks(app, uploaded, { release: '2' })
    expect(await firstOf(app, { stack: stackOf(cdn), release: '2' })).toMatchObject(expected)
  })

  it('with maps without text shows the lines of uploaded sources', async () => {
    const app = await newReporter(server)
    const { sources, sourcesContent, ...rest } = JSON.parse(map) as { sources: string[]; sourcesContent: string[] }
    const bare = JSON.stringify({ ...rest, sources })
    await uploadInChunks(app, [{ name: 'cart.js.map', text: bare, url: cdn }], { release: '1.4.2' })
    const event = { stack: stackOf(cdn) }
    const before = await firstOf(app, event)
    expect(before).toMatchObject({ ...expected, reason: { code: 'no_source_text' } })
    const texts = sources.map((source, number) => ({
      name: source.split('/').at(-1)!,
      text: sourcesContent[number]!,
      kind: 'source',
      url: `~/${before!.file!.includes('/') ? source.replace(/^(\.\.?\/)+/, '') : source.split('/').at(-1)}`,
    }))
    await uploadInChunks(app, texts, { release: '1.4.2' })
    const after = await firstOf(app, event)
    expect(after!.reason).toBeUndefined()
    const source = sources.findIndex((one) => one.endsWith(after!.file!.split('/').at(-1)!))
    expect(after!.context_line).toBe(sourcesContent[source]!.split('\n')[after!.line! - 1])
    expect(after!.pre_context!.length + after!.post_context!.length).toBeGreaterThan(0)
  })
})

describe('an unresolved frame has the reason and a command', () => {
  const named = { name: 'cart.js.map', text: map, url: '~/shop/assets/cart.js' }
  const release = { release: '1.4.2' }
  const event = { stack: stackOf(cdn) }
  const hermes = (text: string) => `TypeError: x\n    at f (address at index.android.bundle:1:${text})`

  interface Case {
    uploaded?: LocalFile[]
    fields?: object
    event?: Record<string, unknown>
    command: RegExp | string
    /** Changes what is stored. */
    spoil?: (app: Reporter) => Promise<unknown>
  }
  const upload = 'bugle sourcemaps upload . --release 1.4.2'
  const cases: Record<string, Case> = {
    no_map: { command: upload },
    wrong_release: { uploaded: [named], fields: { release: '1.4.1' }, command: upload },
    dist_differs: {
      uploaded: [named],
      fields: { ...release, dist: '7' },
      event: { ...event, dist: '8' },
      command: `${upload} --dist 8`,
    },
    debug_id_unknown: { event: { ...event, debug_meta: bundleImagesOf(cdn) }, command: 'bugle sourcemaps upload .' },
    no_debug_id: {
      uploaded: [{ name: 'cart.js.map', text: map, debug_id: debugId }],
      command: 'bugle sourcemaps inject . && bugle sourcemaps upload .',
    },
    map_missing_for_file: {
      uploaded: [{ name: 'cart.js', text: 'n(1)\n//# sourceMappingURL=c.js.map', url: cdn }],
      fields: release,
      command: upload,
    },
    map_broken: {
      uploaded: [{ ...named, text: '{"version":3,"sources":["a"],"mappings":"!"}' }],
      fields: release,
      command: 'bugle sourcemaps check .',
    },
    map_of_other_build: { uploaded: [{ ...named, text: otherMap }], fields: release, command: upload },
    map_unsure: {
      uploaded: [named],
      fields: release,
      event: { stack: stackOf(cdn, [{ ...frames[0]!, column: frames[0]!.column + 1 }]) },
      command: 'bugle sourcemaps inject . && bugle sourcemaps upload .',
    },
    position_outside: {
      uploaded: [named],
      fields: release,
      event: { stack: `Error: x\n    at f (${cdn}:9999:1)` },
      command: upload,
    },
    hermes_map_not_composed: {
      uploaded: [
        {
          name: 'index.android.bundle.map',
          // The map of Metro alone has many lines, that of bytecode one.
          text: JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: ['a()'], mappings: 'AAAA;AACA' }),
        },
      ],
      fields: release,
      event: { stack: hermes('8'), platform: 'android' },
      command: 'bugle sourcemaps check .',
    },
    no_position: {
      uploaded: [named],
      fields: release,
      event: { stack: [{ file: cdn, function: 'f' }] },
      command: /^bugle events show evt_\w+ --raw$/,
    },
    no_source_text: {
      uploaded: [{ ...named, text: JSON.stringify({ ...JSON.parse(map), sourcesContent: undefined }) }],
      fields: release,
      command: upload,
    },
    ambiguous: {
      uploaded: [
        { name: 'a/cart-B3f9aK2q.js.map', text: map },
        { name: 'b/cart-B3f9aK2q.js.map', text: otherMap },
      ],
      fields: { release: 'other' },
      event: { stack: stackOf('https://cdn.example/x/cart-B3f9aK2q.js') },
      command: 'bugle sourcemaps inject . && bugle sourcemaps upload .',
    },
    too_large: {
      uploaded: [
        { ...named, text: `{"version":3,"sources":[${'"a",'.repeat(200_001)}"a"],"names":[],"mappings":"AAAA"}` },
      ],
      fields: release,
      command: 'bugle sourcemaps check .',
    },
    evicted: {
      uploaded: [named],
      fields: release,
      command: upload,
      spoil: (app) =>
        pool.query(`update artifact_contents set state = 'evicted' where project_id = $1`, [numberOf(app)]),
    },
    indexing: {
      uploaded: [named],
      fields: release,
      command: /^bugle events show evt_\w+$/,
      spoil: (app) =>
        pool.query(`update artifact_contents set state = 'indexing' where project_id = $1`, [numberOf(app)]),
    },
    failed: {
      uploaded: [named],
      fields: release,
      command: /^bugle events show evt_\w+$/,
      spoil: (app) =>
        pool.query('update artifact_index_pages set bytes = $2 where project_id = $1', [
          numberOf(app),
          Buffer.alloc(9),
        ]),
    },
  }

  it.each(Object.entries(cases))('%s', async (code, { uploaded = [], fields, event: own = event, command, spoil }) => {
    const app = await newReporter(server)
    if (uploaded.length > 0) await uploadInChunks(app, uploaded, fields)
    await spoil?.(app)
    const reason = (await firstOf(app, own))!.reason as FrameReason
    expect(reason).toMatchObject({ code, sentence: expect.stringMatching(/^.+[.]$/s) })
    if (typeof command === 'string') expect(reason.command).toBe(command)
    else expect(reason.command).toMatch(command)
  })

  it('also in a project without maps, if the code is clearly built', async () => {
    const app = await newReporter(server)
    const plain = { stack: 'Error: x\n    at f (https://shop.example/cart.js:3:10)' }
    expect(await firstOf(app, plain)).toBeUndefined()
    const built = { stack: 'Error: x\n    at f (https://shop.example/cart.min.js:3:10)', release: null }
    expect((await firstOf(app, built))!.reason).toMatchObject({
      code: 'no_map',
      command: 'bugle sourcemaps inject . && bugle sourcemaps upload .',
    })
  })

  it('with a release that a shell would read otherwise', async () => {
    const app = await newReporter(server)
    const built = { stack: 'Error: x\n    at f (https://shop.example/cart.min.js:3:10)', release: "1'; rm -rf ~ #" }
    expect((await firstOf(app, built))!.reason!.command).toBe(
      `bugle sourcemaps upload . --release '1'\\''; rm -rf ~ #'`,
    )
  })
})

describe('the explanation of an event', () => {
  it('lists what was looked for in which order, what was found, and what is unusual', async () => {
    const app = await newReporter(server)
    const url = '~/shop/assets/cart.js'
    await uploadInChunks(app, [{ name: 'cart.js.map', text: map, url }], { release: '1.4.2' })
    const { event_id } = await app.report({
      platform: 'web',
      release: '1.4.2',
      dist: '7',
      stack: stackOf(cdn),
      debug_meta: bundleImagesOf(cdn),
    })
    const explain = async () => (await app.session.request('GET', `/api/events/${event_id}/symbolication`)).body
    const { files: found, debug_ids } = await explain()
    expect(debug_ids).toEqual([{ code_file: cdn, debug_id: debugId }])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      file: cdn,
      debug_id: debugId,
      frames: frames.length,
      resolved: frames.length,
      reasons: [],
      attempts: [
        { by: 'debug_id', keys: [debugId], found: [] },
        {
          by: 'url',
          keys: [cdn, url, 'app:///cart.js'],
          found: [{ url, release: '1.4.2', dist: null, state: 'ready' }],
        },
        { by: 'suffix', keys: ['assets/cart.js'], found: [{ url }] },
        { by: 'name', keys: ['cart.js'], found: [{ url }] },
      ],
      chosen: { by: 'url', artifact: { url } },
      notes: ['The map was uploaded without a dist, so it serves dist 7 too.'],
    })
    const stranger = await newReporter(server)
    expect((await stranger.session.request('GET', `/api/events/${event_id}/symbolication`)).status).toBe(404)
  })
})

describe('a stack that is not stored', () => {
  it('is resolved like that of an event', async () => {
    const app = await newReporter(server)
    await uploadInChunks(app, [{ name: 'cart.js.map', text: map }], { release: '1.4.2' })
    const ask = (body: RequestBodyOf<'POST', `/api/projects/${string}/symbolicate`>) =>
      app.session.request('POST', `/api/projects/${app.project.id}/symbolicate`, { body })
    const stack = stackOf('https://shop.example/cart.js')
    const { status, body } = await ask({ stack, platform: 'web', release: '1.4.2' })
    expect(status).toBe(200)
    expect(body.frames[0]!.symbolication).toMatchObject({ ...expected, by: 'url' })
    const objects = frames.map(({ line, column }) => ({ file: 'https://shop.example/cart.js', line, column }))
    expect(
      (await ask({ stack: objects, platform: 'web', release: '1.4.2' })).body.frames[0]!.symbolication,
    ).toMatchObject(expected)
    const { rows } = await pool.query('select from events where project_id = $1', [numberOf(app)])
    expect(rows).toEqual([])
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await ask({ stack: '' })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
