import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { budgets, bytesOf, kilobytes, programOf } from '../../scripts/sdk-sizes.mjs'
import { Host } from './host.ts'

const sizes = JSON.parse(readFileSync(new URL('../../sdks/javascript/sizes.json', import.meta.url), 'utf8'))

let host: Host

beforeAll(() => {
  host = new Host()
}, 120_000)

afterAll(() => host?.remove())

const fileOf = (name: string, entry = 'index') => join(host.directory, 'node_modules/@bugle', name, `esm/${entry}.js`)

const source = (name: string) => fileURLToPath(new URL(`../../sdks/javascript/${name}`, import.meta.url))

it.each(Object.entries(budgets))(
  '%s adds to a program that calls init at most %i bytes, compressed',
  async (name, most) => {
    const [, sdk = '', entry = 'index'] = name.split('/')
    const platform = sdk === 'node' ? 'node' : 'browser'
    const bytes = await bytesOf(programOf(name, fileOf(sdk, entry)), { cwd: host.directory, platform })
    expect(bytes).toBeLessThanOrEqual(most)
    expect(Math.abs(bytes - sizes[name])).toBeLessThanOrEqual(20)
  },
)

it.each(['browser', 'node', 'react-native'])('the documentation and the README of %s name its measured size', (sdk) => {
  for (const page of [`../../docs/sdk-${sdk}.md`, `../../sdks/javascript/${sdk}/README.md`]) {
    const text = readFileSync(new URL(page, import.meta.url), 'utf8')
    for (const [name, bytes] of Object.entries<number>(sizes))
      if (name.split('/')[1] === sdk) expect(text).toContain(kilobytes(bytes))
  }
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
  expect(await bytesOf(leanWith(part))).toBeGreaterThan((await bytesOf(leanWith())) + 80)
})

it('the form for feedback adds at most 4,000 bytes to a page, compressed', async () => {
  const code = `import { feedback } from '${fileOf('browser', 'feedback')}'
    import { init } from '${fileOf('browser', 'core')}'
    init({ ...globalThis.options, integrations: [feedback()] })`
  expect((await bytesOf(code)) - (await bytesOf(leanWith()))).toBeLessThanOrEqual(4000)
})

it('@bugle/browser/callbacks adds at most 520 bytes to a page, compressed', async () => {
  const alone = await bytesOf(programOf('@bugle/browser', fileOf('browser')))
  const entry = `import { init } from '${fileOf('browser')}'
    import { callbacks } from '${fileOf('browser', 'callbacks')}'
    init({ ...globalThis.options, integrations: [callbacks] })`
  expect((await bytesOf(entry)) - alone).toBeLessThanOrEqual(520)
})

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

it.each(['angular', 'astro', 'cloudflare', 'expo', 'nest', 'next', 'nuxt', 'react-router', 'sveltekit'])(
  'examples/%s installs the tested versions, from any registry',
  (name) => {
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`../../examples/${name}/${file}`, import.meta.url), 'utf8'))
    const { dependencies, devDependencies = {} } = read('package.json')
    const { '': own, ...packages } = read('package-lock.json').packages
    expect(own).toMatchObject({ dependencies })
    for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^[\d.]+$/)
    for (const one of Object.values<{ inBundle?: boolean }>(packages)) {
      // It comes in the file of another package.
      if (one.inBundle) continue
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
