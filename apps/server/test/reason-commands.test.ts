import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Symbolication } from '@bugle/protocol'
import { explainReason, type Reason, reasonCodes } from '@bugle/symbols'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterAll, expect, it } from 'vitest'
import { Terminal } from '../../../e2e/cli/terminal.ts'
import { evictArtifacts } from '../src/domains/artifacts/index.ts'
import { digested, newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadInChunks } from './upload-chunks.ts'

// Each reason is provoked as it happens to people, and the command that the frame shows is run in a shell, in the folder
// of the build, exactly as it is shown. Where a command can fix it, the frame then has its original.

const server = await startServer({ digest: true })
const { pool } = server.database
const terminal = new Terminal()
afterAll(() => terminal.remove())

const { files, stacks } = readBuilt('esbuild', 'cart')
const { map } = files[0]!
const code = files[0]!.code!.replace(/\n*\/\/# sourceMappingURL=.*\n?$/, '')
const frames = stacks[0]!.filter(({ file }) => file === 0)
const first = frames[0]!
const withoutText = JSON.stringify({ ...JSON.parse(map), sourcesContent: undefined })
const otherMap = readBuilt('esbuild', 'events').files[0]!.map
const readDebugFiles = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/debug-files/${name}`, import.meta.url), 'utf8')).cases
const native: { name: string; file: string; expected: [number, ...string[]][] }[] = readDebugFiles('native.json')
const symbols = native.find(({ name }) => name === 'ELF with DWARF 5')!
const formerSymbols = native.find(({ name }) => name === 'ELF of 32 bits with DWARF 4')!
const unpacked = ({ file }: { file: string }) => gunzipSync(Buffer.from(file, 'base64'))
const { mapping, stacks: obfuscated } = readDebugFiles('proguard.json')[0] as {
  mapping: string
  stacks: { stack: string }[]
}

/** A developer with a project, and the folder that the bundler writes to. */
class Developer {
  readonly app: Reporter
  readonly dist = mkdtempSync(join(tmpdir(), 'bugle-dist-'))

  constructor(app: Reporter) {
    this.app = app
  }

  get projectNumber(): number {
    return numberOf(this.app)
  }

  build(contents: Record<string, string | Buffer>): void {
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(join(this.dist, name, '..'), { recursive: true })
      writeFileSync(join(this.dist, name), content)
    }
  }

  /** The usual build: code, and a map beside it. */
  buildShop(name = 'cart.js', ofMap = map): void {
    this.build({ [name]: `${code}\n//# sourceMappingURL=${name.split('/').at(-1)}.map\n`, [`${name}.map`]: ofMap })
  }

  read(name: string): string {
    return readFileSync(join(this.dist, name), 'utf8')
  }

  /** Runs a line in the folder of the build; it must succeed. */
  async paste(line: string): Promise<string> {
    const { token } = this.app.session
    const env = { BUGLE_URL: server.url, BUGLE_TOKEN: token, BUGLE_PROJECT: this.app.project.id }
    const { code, stdout, stderr } = await terminal.paste(line, { directory: this.dist, env })
    if (code !== 0) throw new Error(`${line} → ${code}\n${stdout}${stderr}`)
    return stdout + stderr
  }

  /** Runs the program and sends its error; returns the id of the event. */
  async report(change: Record<string, unknown> = {}): Promise<string> {
    const event = { platform: 'web', release: '1.4.2', stack: stackAt(cdn), ...change }
    return (await this.app.report(event)).event_id
  }

  /** Runs the program as it lies in the folder: deployed again, it throws at the position and with the id of the new file. */
  reportDeployed(name = 'cart.js', url = cdn): Promise<string> {
    const built = this.read(name)
    const shift = built.split('\n').indexOf(code.split('\n')[0]!)
    const debugId = /debugId=([0-9a-f-]{36})/.exec(built)![1]
    const images = [{ type: 'sourcemap', code_file: url, debug_id: debugId }]
    return this.report({ stack: stackAt(url, shift), debug_meta: { images } })
  }

  remove(): void {
    rmSync(this.dist, { recursive: true, force: true })
  }

  async frame(eventId: string): Promise<Symbolication | undefined> {
    await digested(server)
    return (await this.app.readEvent(eventId)).exceptions[0]!.frames[0]!.symbolication
  }
}

const cdn = 'https://cdn.example/cart.js'
const stackAt = (file: string, shift = 0) =>
  ['TypeError: boom', ...frames.map(({ line, column }) => `    at ${file}:${line + shift}:${column}`)].join('\n')

interface Case {
  /** Does what the developer did; returns the event with the unresolved frame. */
  provoke(developer: Developer): Promise<string>
  /** The sentence names the fact. */
  sentence: string | RegExp
  /** Builds again before the command is pasted. */
  before?(developer: Developer): unknown
  /**
   * How the command ends: the same event has its original; an event of the build deployed again has; the output of the
   * command says the rest.
   */
  ends: 'resolved' | ((developer: Developer, printed: string, eventId: string) => Promise<unknown>)
}

const upload = (options: string) => `bugle sourcemaps upload . ${options}`
const resolved = { state: 'resolved', line: first.expected!.line, column: first.expected!.column }
/** Deploys the folder, and expects the frame of the next event to be symbolicated. */
const deploys = async (developer: Developer) => {
  expect(await developer.frame(await developer.reportDeployed())).toMatchObject({ ...resolved, by: 'debug_id' })
}
const printsFinding = (finding: RegExp) => async (_: Developer, printed: string) => expect(printed).toMatch(finding)
/** A frame of a program that was compiled ahead of time, as the Dart runtime prints it. */
const nativeStack = (address: number) =>
  `    #00 abs 000000723d5cad40 virt ${address.toString(16).padStart(16, '0')} _kDartIsolateSnapshotInstructions+0x20`
const [nativeAddress, nativeCall] = symbols.expected.find(([, ...calls]) => calls.length > 1)! as [number, string]

const setState = (developer: Developer, state: string) =>
  pool.query('update artifact_contents set state = $2 where project_id = $1', [developer.projectNumber, state])

const cases: Record<string, Case> = {
  no_map: {
    provoke: (developer) => developer.report({ stack: stackAt('https://cdn.example/cart.min.js') }),
    before: (developer) => developer.buildShop('cart.min.js'),
    sentence: 'No source map was uploaded for this file. Looked for: https://cdn.example/cart.min.js',
    ends: 'resolved',
  },
  wrong_release: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release shop@1.4.2'))
      return developer.report()
    },
    sentence: "was uploaded for shop@1.4.2, but the event's release is 1.4.2.",
    ends: 'resolved',
  },
  dist_differs: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2 --dist 7'))
      return developer.report({ dist: '8' })
    },
    sentence: "was uploaded for dist 7, but the event's dist is 8.",
    ends: 'resolved',
  },
  debug_id_unknown: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste('bugle sourcemaps inject .')
      return developer.reportDeployed()
    },
    sentence: /^The file has the debug id [0-9a-f-]{36}, and no map with this id was uploaded\.$/,
    ends: 'resolved',
  },
  no_debug_id: {
    provoke: async (developer) => {
      developer.buildShop()
      const served = developer.read('cart.js')
      await developer.paste('bugle sourcemaps inject . && bugle sourcemaps upload .')
      expect(served).not.toContain('debugId')
      return developer.report()
    },
    sentence: /the file that is served is not the one that was uploaded/,
    ends: deploys,
  },
  map_missing_for_file: {
    provoke: async (developer) => {
      await uploadInChunks(
        developer.app,
        [{ name: 'cart.js', text: `${code}\n//# sourceMappingURL=cart.js.map\n`, url: '~/cart.js' }],
        { release: '1.4.2' },
      )
      return developer.report()
    },
    before: (developer) => developer.buildShop(),
    sentence: `${cdn} was uploaded without its map, ~/cart.js.map.`,
    ends: 'resolved',
  },
  map_broken: {
    provoke: async (developer) => {
      developer.buildShop('cart.js', map.slice(0, map.length / 2))
      await uploadInChunks(developer.app, [{ name: 'cart.js.map', text: developer.read('cart.js.map') }], {
        release: '1.4.2',
      })
      return developer.report()
    },
    sentence: /^The source map is not valid near byte \d+: .+\.$/,
    ends: printsFinding(/map_broken +cart\.js/),
  },
  position_outside: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      // The build that runs has three lines before the code.
      return developer.report({ stack: stackAt(cdn, 3) })
    },
    before: (developer) => {
      const moved = JSON.stringify({ ...JSON.parse(map), mappings: `;;;${JSON.parse(map).mappings}` })
      developer.build({
        'cart.js': `/*\n * Shop\n */\n${code}\n//# sourceMappingURL=cart.js.map\n`,
        'cart.js.map': moved,
      })
    },
    sentence: /^The map does not cover line \d+, column \d+.*The file that runs is older or newer than the map\.$/,
    ends: 'resolved',
  },
  map_of_other_build: {
    provoke: async (developer) => {
      developer.buildShop('cart.js', otherMap)
      await developer.paste(upload('--release 1.4.2'))
      return developer.report()
    },
    before: (developer) => developer.buildShop(),
    sentence: /^The map of ~\/cart\.js is of another build than the one that ran: \d of the \d positions of the stack/,
    ends: 'resolved',
  },
  map_unsure: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      return developer.report({ stack: `TypeError: boom\n    at ${cdn}:${first.line}:${first.column + 1}` })
    },
    sentence: 'The map of ~/cart.js may be of another build: 0 of the 1 positions of the stack are in it.',
    ends: deploys,
  },
  hermes_map_not_composed: {
    provoke: async (developer) => {
      const { x_hermes_function_offsets } = JSON.parse(readBuilt('metro-hermes', 'cart').files[0]!.map)
      developer.build({
        'index.android.bundle': Buffer.from('c61fbc031903bc1f', 'hex'),
        // The Hermes compiler knows the bundle as its only source.
        'index.android.bundle.map': JSON.stringify({
          version: 3,
          sources: ['index.android.bundle'],
          names: [],
          mappings: 'AAAA,IAAA,IAAA,IAAA',
          x_hermes_function_offsets: x_hermes_function_offsets ?? { 0: [0] },
        }),
      })
      await developer.paste(upload('--release 1.4.2'))
      const stack = 'TypeError: boom\n    at f (address at index.android.bundle:1:8)'
      return developer.report({ stack, platform: 'android' })
    },
    sentence: 'The map leads from bytecode to the bundle, and not to its sources. Compose it with the map of Metro.',
    ends: printsFinding(/hermes_map_not_composed +index\.android\.bundle/),
  },
  no_position: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      return developer.report({ stack: [{ file: cdn, function: 'checkout' }] })
    },
    sentence: 'The frame has no line and column, so there is nothing to look up.',
    ends: printsFinding(/"function": ?"checkout"/),
  },
  no_source_text: {
    provoke: async (developer) => {
      developer.buildShop('cart.js', withoutText)
      await developer.paste(upload('--release 1.4.2'))
      return developer.report()
    },
    before: (developer) => developer.buildShop(),
    sentence: /^The map does not hold the text of .+\. Build it with sourcesContent, or upload the source\.$/,
    ends: async (developer, _, eventId) => {
      const frame = await developer.frame(eventId)
      expect(frame).toMatchObject({ ...resolved, context_line: expect.stringMatching(/\S/) })
      expect(frame!.reason).toBeUndefined()
    },
  },
  ambiguous: {
    provoke: async (developer) => {
      developer.buildShop('a/cart-B3f9aK2q.js')
      developer.build({
        'b/cart-B3f9aK2q.js': 'a()\n//# sourceMappingURL=cart-B3f9aK2q.js.map\n',
        'b/cart-B3f9aK2q.js.map': otherMap,
      })
      await developer.paste(upload('--release other'))
      return developer.report({ stack: stackAt('https://cdn.example/x/cart-B3f9aK2q.js') })
    },
    sentence: /^Several uploaded files fit equally well: .+b\/cart-B3f9aK2q\.js.+\. Debug ids distinguish them\.$/,
    ends: async (developer) => {
      const eventId = await developer.reportDeployed('a/cart-B3f9aK2q.js', 'https://cdn.example/x/cart-B3f9aK2q.js')
      expect(await developer.frame(eventId)).toMatchObject({ ...resolved, by: 'debug_id' })
    },
  },
  too_large: {
    provoke: async (developer) => {
      const sources = `${'"a",'.repeat(200_001)}"a"`
      developer.buildShop('cart.js', `{"version":3,"sources":[${sources}],"names":[],"mappings":"AAAA"}`)
      await uploadInChunks(developer.app, [{ name: 'cart.js.map', text: developer.read('cart.js.map') }], {
        release: '1.4.2',
      })
      return developer.report()
    },
    sentence: /^The source map exceeds the limit of 200000 \(sources\)\.$/,
    ends: printsFinding(/cart\.js.*200,?000/s),
  },
  evicted: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      for (const release of ['1.4.3', '1.4.4', '1.4.5']) {
        const text = JSON.stringify({ ...JSON.parse(otherMap), file: release })
        await uploadInChunks(developer.app, [{ name: 'other.js.map', text }], { release })
      }
      const client = await pool.connect()
      try {
        await evictArtifacts(client, { maxBytes: 1, keepsAccounts: true })
      } finally {
        client.release()
      }
      return developer.report()
    },
    sentence: `The map of ~/cart.js was removed to stay within the disk budget of artifacts.`,
    ends: 'resolved',
  },
  indexing: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      await setState(developer, 'indexing')
      return developer.report()
    },
    before: (developer) => setState(developer, 'ready'),
    sentence: 'The map was uploaded and is being indexed. Look again in a minute.',
    ends: printsFinding(new RegExp(`cart|:${first.expected!.line}:`)),
  },
  no_debug_file: {
    provoke: async (developer) => {
      developer.build({ 'mapping.txt': `# compiler: R8\n# pg_map_id: 7e1f0ac2b6d94d0f\n${mapping}` })
      const stack = obfuscated[0]!.stack.replaceAll('SourceFile', 'r8-map-id-7e1f0ac2b6d94d0f')
      return developer.report({ platform: 'android', exception_type: 'shop.c', stack })
    },
    sentence: 'No mapping was uploaded for the build that ran. Looked for: 7e1f0ac2b6d94d0f, release 1.4.2.',
    ends: async (developer, _, eventId) =>
      expect(await developer.frame(eventId)).toMatchObject({ state: 'resolved', by: 'debug_id', file: 'Cart.java' }),
  },
  address_outside: {
    provoke: async (developer) => {
      developer.build({ 'app.android-x64.symbols': unpacked(formerSymbols) })
      await developer.paste('bugle debug-files upload . --release 1.4.2')
      return developer.report({ platform: 'android', stack: nativeStack(nativeAddress) })
    },
    before: (developer) => developer.build({ 'app.android-x64.symbols': unpacked(symbols) }),
    sentence: `The symbol file has no code at 0x${nativeAddress.toString(16)}.`,
    ends: async (developer, _, eventId) => {
      const frame = await developer.frame(eventId)
      expect(frame).toMatchObject({ state: 'resolved' })
      // llvm-symbolizer prints the name without its class.
      expect(`${frame!.function!.split('::').at(-1)} ${frame!.file}:${frame!.line}`).toBe(nativeCall)
    },
  },
  ambiguous_method: {
    provoke: async (developer) => {
      developer.build({ 'mapping.txt': 'shop.Cart -> a.a:\n    void log() -> d\n    void trace(int) -> d\n' })
      await developer.paste('bugle debug-files upload . --release 1.4.2')
      return developer.report({ platform: 'android', stack: 'java.lang.Error: x\n\tat a.a.d(SourceFile)' })
    },
    sentence:
      'The name stands for several methods: shop.Cart.log, shop.Cart.trace. The frame has no line that decides among them.',
    ends: printsFinding(/at a\.a\.d\(SourceFile\)/),
  },
  failed: {
    provoke: async (developer) => {
      developer.buildShop()
      await developer.paste(upload('--release 1.4.2'))
      await pool.query('update artifact_index_pages set bytes = $2 where project_id = $1', [
        developer.projectNumber,
        Buffer.alloc(9),
      ])
      return developer.report()
    },
    sentence: "Resolving the frame failed: reading the index. The server's log has the cause.",
    ends: printsFinding(/TypeError/),
  },
}

/** The others hold in the long run: each starts the command line several times. */
const quick = [
  'no_map',
  'map_of_other_build',
  'debug_id_unknown',
  'map_missing_for_file',
  'hermes_map_not_composed',
  'no_debug_file',
  'failed',
]
const isRun = (code: string) => process.env.BUGLE_LONG === '1' || quick.includes(code)

/** Further ways into the same reason. */
const others: [string, Case][] = [
  [
    'no_map',
    {
      provoke: async (developer) => {
        developer.buildShop('v2/cart.js')
        developer.buildShop('v3/cart.js', JSON.stringify({ ...JSON.parse(map), file: 'another' }))
        await developer.paste(upload('--release 1.4.2'))
        return developer.report({ stack: stackAt('/srv/shop/v1/cart.js') })
      },
      before: (developer) => {
        developer.remove()
        mkdirSync(developer.dist)
        developer.buildShop()
      },
      sentence: 'but files of its name were: ~/v3/cart.js, ~/v2/cart.js. Looked for: /srv/shop/v1/cart.js',
      ends: 'resolved',
    },
  ],
]

it.concurrent.each([...Object.entries(cases), ...others].filter(([code]) => isRun(code)))(
  '%s: the command fixes what can be fixed',
  async (code, { provoke, sentence, before, ends }) => {
    const developer = new Developer(await newReporter(server))
    try {
      const eventId = await provoke(developer)
      const { reason } = (await developer.frame(eventId))!
      const said = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence)
      expect(reason).toMatchObject({ code, sentence: said })
      // An app can say the same in another language.
      expect(explainReason({ code, ...reason!.facts } as Reason).sentence).toBe(reason!.sentence)
      await before?.(developer)
      const printed = await developer.paste(reason!.command!)
      if (ends === 'resolved') expect(await developer.frame(eventId)).toMatchObject(resolved)
      else await ends(developer, printed, eventId)
    } finally {
      developer.remove()
    }
  },
)

it('covers every reason', () => {
  expect(Object.keys(cases).sort()).toEqual([...reasonCodes].sort())
})
