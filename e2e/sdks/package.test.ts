import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Host } from './host.ts'

let host: Host

beforeAll(() => {
  host = new Host()
}, 120_000)

afterAll(() => host?.remove())

/** Metro includes a whole file, whatever is used of it, so everything counts. */
const entryOf = (name: string, file: string) =>
  name === 'react-native' ? `export * from '${file}'` : `import { init } from '${file}'\ninit(globalThis.options)`

const fileOf = (name: string, entry = 'index') => join(host.directory, 'node_modules/@bugle', name, `esm/${entry}.js`)

const source = (name: string) => fileURLToPath(new URL(`../../sdks/javascript/${name}`, import.meta.url))

// `init` of each package with all that it brings, sessions included; React Native's whole entry.
describe.each([
  ['browser', 'index', 12_100],
  ['browser', 'core', 7_000],
  ['node', 'index', 15_400],
  ['react-native', 'index', 15_900],
])('@bugle/%s (%s)', (name, entry, budget) => {
  it(`adds to a program that calls init at most ${budget} bytes, compressed`, async () => {
    expect(await bytesOf(name, entryOf(name, fileOf(name, entry)))).toBeLessThanOrEqual(budget)
  })
})

/** A page that starts the lean entry with these parts. */
const leanWith = (
  ...parts: string[]
) => `import { init${parts.map((part) => `, ${part}`).join('')} } from '${fileOf('browser', 'core')}'
  init({ ...globalThis.options, integrations: [${parts.map((part) => `${part}()`).join()}] })`

it.each([
  'breadcrumbs',
  'offline',
  'sessions',
  'contexts',
  'noise',
  'details',
  'debugIds',
  'folding',
  'shrinking',
  'advice',
])('a page that leaves %s out is smaller', async (part) => {
  expect(await bytesOf('browser', leanWith(part))).toBeGreaterThan((await bytesOf('browser', leanWith())) + 80)
})

it('the form for feedback adds at most 4,000 bytes to a page, compressed', async () => {
  const code = `import { feedback } from '${fileOf('browser', 'feedback')}'
    import { init } from '${fileOf('browser', 'core')}'
    init({ ...globalThis.options, integrations: [feedback()] })`
  expect((await bytesOf('browser', code)) - (await bytesOf('browser', leanWith()))).toBeLessThanOrEqual(4000)
})

it('@bugle/browser/callbacks adds at most 520 bytes to a page, compressed', async () => {
  const alone = await bytesOf('browser', entryOf('browser', fileOf('browser')))
  const entry = `import { init } from '${fileOf('browser')}'
    import { callbacks } from '${fileOf('browser', 'callbacks')}'
    init({ ...globalThis.options, integrations: [callbacks] })`
  expect((await bytesOf('browser', entry)) - alone).toBeLessThanOrEqual(520)
})

/** Size of a program with these lines, bundled, minified and compressed. */
async function bytesOf(name: string, code: string): Promise<number> {
  const entry = '\0entry'
  const bundle = await rolldown({
    input: entry,
    cwd: host.directory,
    platform: name === 'node' ? 'node' : 'browser',
    external: [/^node:/, 'react', 'react-native', /^expo-/, /^promise\//],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  expect(output).toHaveLength(1)
  return gzipSync(output[0].code, { level: 9 }).length
}

describe.each(['core', 'node', 'browser', 'react-native'])('the package of @bugle/%s', (name) => {
  const dist = () => join(source(name), 'dist')
  const own = () => JSON.parse(readFileSync(join(dist(), 'package.json'), 'utf8'))

  it('has no dependencies, and passes publint', async () => {
    expect(own()).not.toHaveProperty('dependencies')
    expect(own()).not.toHaveProperty('private')
    expect((await publint({ pkgDir: dist(), strict: true, pack: 'npm' })).messages).toEqual([])
  })

  it('contains exactly its declared files, with correct types for every resolver', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bugle-pack-'))
    try {
      const [packed] = JSON.parse(
        execFileSync('npm', ['pack', '--json', '--pack-destination', directory], { cwd: dist(), encoding: 'utf8' }),
      )
      const files: string[] = packed.files.map(({ path }: { path: string }) => path)
      const named: string[] = [...own().files, 'package.json', 'README.md', 'LICENSE']
      const isPartOf = (file: string, one: string) => file === one || file.startsWith(`${one}/`)
      expect(files.filter((file) => !named.some((one) => isPartOf(file, one)))).toEqual([])
      expect(named.filter((one) => !files.some((file) => isPartOf(file, one)))).toEqual([])
      const tarball = createPackageFromTarballData(readFileSync(join(directory, packed.filename)))
      const result = await checkPackage(tarball)
      expect(result).toMatchObject({ problems: [] })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('explains the first steps in its README', () => {
    const readme = readFileSync(join(dist(), 'README.md'), 'utf8')
    // Links into the repository lead nowhere from a registry.
    expect(readme).not.toMatch(/\]\(/)
    if (name === 'core') return
    const page = readFileSync(new URL(`../../docs/sdk-${name}.md`, import.meta.url), 'utf8')
    const first = (text: string) => /```js\n.*?```/s.exec(text)![0]
    expect(first(readme)).toBe(first(page))
  })

  it('contains its own version', () => {
    if (name === 'core') return
    const files = readdirSync(join(dist(), 'esm'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    )
    const code = files.map((file) => readFileSync(join(dist(), 'esm', file), 'utf8')).join('\n')
    expect(code).toContain(`"${own().version}"`)
  })
})

it.each(['expo', 'nest', 'next', 'sveltekit'])(
  'examples/%s installs the tested versions, from any registry',
  (name) => {
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8'))
    const { dependencies, devDependencies = {} } = read('package.json')
    const { '': own, ...packages } = read('package-lock.json').packages
    expect(own).toMatchObject({ dependencies })
    for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^[\d.]+$/)
    for (const one of Object.values(packages)) {
      expect(one).toMatchObject({ version: expect.any(String), integrity: expect.any(String) })
      expect(one).not.toHaveProperty('resolved')
    }
  },
)

it('exports every name that the documentation imports', async () => {
  const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(sdk|frameworks).*\.md$/.test(file),
  )
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(docs, page), 'utf8')
    const imports = text.matchAll(/(?:import|export) \{ ([^}]+) \} from '(@bugle\/(?:node|browser)[\w/-]*)'/g)
    return [...imports].flatMap(([, names = '', entry]) => names.split(', ').map((name) => `${entry} ${name}`))
  })
  expect(named.length).toBeGreaterThan(20)
  host.lend('react')
  const program = host.program(
    'names.mjs',
    `const entries = ${JSON.stringify([...new Set(named.map((one) => one.split(' ')[0]))])}
     for (const entry of entries) for (const name of Object.keys(await import(entry))) console.log(entry, name)`,
  )
  const { stdout, stderr } = await host.run([program], {})
  expect(stderr).toBe('')
  expect(named.filter((one) => !stdout.split('\n').includes(one))).toEqual([])
})
