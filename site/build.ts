// Usage: tsx site/build.ts [--public [--versions PATH] [--media DIRECTORY] DIRECTORY]
// Builds the documentation into apps/server/dist/docs, from where the server serves it at /docs/. With --public it builds the public
// site of this version into DIRECTORY, with its landing page: --versions is the path of the site whose versions.json lists all versions,
// and --media has the recordings and pictures that `npm run recordings` makes.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vitepress'
import type { SiteBuild } from './src/config.ts'
import { ownScripts } from './src/own-scripts.ts'
import { contentsSource, listPages, type Page, toSitePage } from './src/pages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const {
  values: { public: isPublic, versions, media },
  positionals: [given],
} = parseArgs({
  allowPositionals: true,
  options: {
    public: { type: 'boolean', default: false },
    versions: { type: 'string' },
    media: { type: 'string' },
  },
})
const served = join(root, 'apps/server/dist/docs')
if (isPublic && given === undefined) throw new Error('name the directory of the public site')
const outDir = resolve(given ?? served)
const work = join(root, 'site/dist', createHash('sha256').update(outDir).digest('hex').slice(0, 8))

const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const repositoryUrl = repository.url.replace(/^git\+|\.git$/g, '') as string
// A tag has the name of its version; before there is one, links lead to the branch.
const revision = process.env.BUGLE_DOCS_REVISION ?? 'main'
const pages = listPages(root).map((page) => (isPublic && page.source === contentsSource ? asContents(page) : page))

rmSync(work, { recursive: true, force: true })
rmSync(outDir, { recursive: true, force: true })
writePages()
writeConfig()
await build(work)
movePageScripts()
if (!isPublic) compressFiles()
rmSync(work, { recursive: true })
console.log(`The documentation is built: ${relative(root, outDir)}`)

/** The landing page takes the place of the list of all pages. */
function asContents(page: Page): Page {
  return { ...page, path: 'contents' }
}

function writePages(): void {
  const sourceUrl = (path: string, kind: string) => `${repositoryUrl}/${kind}/${revision}/${path}`
  for (const page of pages) {
    const target = join(work, 'pages', `${page.path}.md`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, toSitePage(readFileSync(join(root, page.source), 'utf8'), page, { root, pages, sourceUrl }))
  }
  cpSync(join(root, 'docs/images'), join(work, 'pages/images'), { recursive: true })
  const publicFiles = join(work, 'pages/public')
  mkdirSync(publicFiles)
  cpSync(join(root, 'apps/dashboard/public/favicon.svg'), join(publicFiles, 'favicon.svg'))
  if (!isPublic) return
  cpSync(join(root, 'site/landing.md'), join(work, 'pages/index.md'))
  if (media !== undefined) cpSync(resolve(media), join(publicFiles, 'media'), { recursive: true })
}

/** Names of recordings and pictures that the landing page may show. */
function listMedia(): string[] {
  return media === undefined ? [] : readdirSync(resolve(media))
}

function writeConfig(): void {
  const folder = join(work, '.vitepress')
  const settings: SiteBuild = {
    pages,
    versionsRoot: isPublic ? (versions ?? '/') : undefined,
    version,
    repository: repositoryUrl,
    outDir,
    media: listMedia(),
  }
  const from = (path: string) => JSON.stringify(relative(folder, join(root, 'site', path)).replaceAll('\\', '/'))
  mkdirSync(join(folder, 'theme'), { recursive: true })
  writeFileSync(
    join(folder, 'config.ts'),
    `import { configOf } from ${from('src/config.ts')}\n\nexport default configOf(${JSON.stringify(settings)})\n`,
  )
  writeFileSync(
    join(folder, 'theme/index.ts'),
    `export { default } from ${JSON.stringify(relative(join(folder, 'theme'), join(root, 'site/theme/index.ts')))}\n`,
  )
}

/** Moves the scripts of all pages into one file. */
function movePageScripts(): void {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
  const read = (name: string) => readFileSync(join(outDir, name), 'utf8')
  const [code = '', ...others] = new Set(files.map((name) => ownScripts(read(name), '').code))
  if (others.length > 0) throw new Error('the scripts within pages differ')
  const early = `assets/early.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(outDir, early), code)
  for (const name of files) {
    const address = relative(dirname(name), early).replaceAll('\\', '/')
    writeFileSync(join(outDir, name), ownScripts(read(name), address).html)
  }
  // Its addresses would be relative to any path: a server and GitHub Pages have a page of their own.
  rmSync(join(outDir, '404.html'))
  if (existsSync(join(outDir, 'hashmap.json'))) rmSync(join(outDir, 'hashmap.json'))
}

/** Keeps texts compressed alone: with each of them three times, as the dashboard has them, the pages would be most of a package. */
function compressFiles(): void {
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css|svg)$/.test(name)) continue
    const path = join(outDir, name)
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
    rmSync(path)
  }
}
