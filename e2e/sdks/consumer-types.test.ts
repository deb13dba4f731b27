import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

// A program in TypeScript that installs the packed SDKs, checked as strictly as TypeScript can, types of packages included.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const sdks = ['browser', 'node', 'react-native', 'bundler']
let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bugle-consumer-'))
  const modules = join(directory, 'node_modules')
  mkdirSync(join(modules, '@bugle'), { recursive: true })
  for (const name of sdks) {
    const dist = join(repository, 'sdks/javascript', name, 'dist')
    const pack = ['pack', '--json', '--pack-destination', directory]
    const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: dist, encoding: 'utf8' }))
    const target = join(modules, '@bugle', name)
    mkdirSync(target)
    execFileSync('tar', ['-xzf', join(directory, filename), '-C', target, '--strip-components=1'])
  }
  // Stand-ins for what a program of this kind has itself.
  mkdirSync(join(modules, 'react'))
  writeFileSync(
    join(modules, 'react/index.d.ts'),
    `export type ReactNode = unknown
     export type ComponentType<P = {}> = (props: P) => ReactNode
     export type ReactElement = object
     export class Component<P = {}, S = {}> { constructor(props: P); props: P; state: S; setState(state: S): void; render(): ReactNode; componentDidCatch?(error: Error, info: ErrorInfo): void }
     export interface ErrorInfo { componentStack?: string | null }
     export function createElement(...given: unknown[]): ReactElement`,
  )
  writeFileSync(join(modules, 'react/package.json'), '{ "name": "react", "version": "19.0.0", "types": "index.d.ts" }')
  mkdirSync(join(modules, '@types'))
  symlinkSync(join(repository, 'node_modules/@types/node'), join(modules, '@types/node'))
  symlinkSync(join(repository, 'node_modules/undici-types'), join(modules, 'undici-types'))
}, 60_000)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Lists the entries of a package. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(directory, 'node_modules/@bugle', name, 'package.json'), 'utf8'))
  return Object.entries<{ import?: object }>(exports).flatMap(([path, { import: esm }]) =>
    esm ? [`@bugle/${name}${path.slice(1)}`] : [],
  )
}

const use = {
  browser: `import { captureException, init, setUser, withScope } from '@bugle/browser'
    import { breadcrumbs, details, init as start } from '@bugle/browser/core'
    const release: string | undefined = undefined as string | undefined
    init({ token: 't', endpoint: '/e', appId: 'a', release, maxFrames: undefined, integrations: [details(), breadcrumbs()] })
    start({ token: 't', endpoint: '/e', appId: 'a', beforeSend: (event) => (event.message.length > 3 ? event : null) })
    const id: string | undefined = captureException(new Error('x'), { tags: { a: 1 }, user: { id: 7 }, level: undefined })
    const sum: number = withScope((scope) => (scope.setTag('id', id ?? null), 1))
    setUser(null)
    // @ts-expect-error a token is needed
    init({ endpoint: '/e', appId: 'a' })
    // @ts-expect-error no such level
    captureException(sum, { level: 'bad' })
    const own = { name: 'own', install(client: { addBreadcrumb(one: { category: string; message: string }): void }) {
      client.addBreadcrumb({ category: 'own', message: 'seen' }); return () => {}
    } }
    init({ token: 't', endpoint: '/e', appId: 'a', integrations: [own] })`,
  node: `import { captureMessage, close, flush, init, withMonitor } from '@bugle/node'
    import { bugleErrors, bugleRequests } from '@bugle/node/express'
    init({ token: 't', endpoint: 'https://e', appId: 'a', storeDirectory: false, exitTimeoutMs: undefined })
    const ended: Promise<boolean> = Promise.all([flush(), close(100)]).then((all) => all.every(Boolean))
    const result: Promise<number> = withMonitor('nightly', async () => 7, { schedule: '0 3 * * *', timezone: undefined })
    captureMessage('m', 'warning', { extra: { ended, result } })
    export const all = [bugleErrors(), bugleRequests()]
    // @ts-expect-error no text
    init({ token: 't', endpoint: 'https://e', appId: 'a', storeDirectory: true })`,
}

it.each([
  ['node16', 'node16', 'main.mts'],
  ['node16', 'node16', 'main.cts'],
  ['bundler', 'esnext', 'main.ts'],
])(
  'a strict program compiles against the packed files by moduleResolution %s (module %s, %s)',
  (resolution, module, file) => {
    const entries = ['browser', 'node'].flatMap(entriesOf)
    expect(entries.length).toBeGreaterThan(20)
    const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}'`).join('\n')
    const [, extension = ''] = /main(\.\w+)$/.exec(file) ?? []
    for (const [name, code] of Object.entries({ ...use, main: imports }))
      writeFileSync(join(directory, `${name}${extension}`), code)
    const files = [...Object.keys(use), 'main'].map((name) => `${name}${extension}`)
    const options = {
      ...{
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
      },
      ...{ verbatimModuleSyntax: extension !== '.cts', skipLibCheck: false, noEmit: true, types: ['node'] },
      ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], module, moduleResolution: resolution },
    }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
    const tsc = join(repository, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', directory], { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  },
)

it.each(sdks)('@bugle/%s has a source map for each file, with the sources inside', (name) => {
  const folder = join(directory, 'node_modules/@bugle', name)
  const files = execFileSync('find', [folder, '-name', '*.js', '-size', '+1'], { encoding: 'utf8' }).trim().split('\n')
  const mapped = files.filter((file) => readFileSync(file, 'utf8').includes('sourceMappingURL='))
  expect(mapped.length).toBeGreaterThan(5)
  for (const file of mapped) {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
    expect(map.sources.length).toBeGreaterThan(0)
    expect(map.sourcesContent.filter((text: unknown) => typeof text !== 'string' || text === '')).toEqual([])
    expect(map.mappings.length).toBeGreaterThan(20)
  }
})
