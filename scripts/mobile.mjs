// Usage: npm run mobile
// Builds the mobile app for browsers into apps/server/dist/mobile, from where the server serves it at /m/ after its next
// start. The app's packages, half a gigabyte, are installed in apps/mobile only.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { compress } from './build.mjs'
import { ensureInstalled, rootPath } from './install.mjs'
import { mobileApp as app, ensureMobileInstalled } from './mobile-packages.mjs'
import { buildPage } from './mobile-page.mjs'
import { servedNotices, writeNotices } from './notices/notices.mjs'

const output = join(rootPath, 'apps/server/dist/mobile')
const made = join(app, 'dist')

ensureInstalled('server')
if (!ensureMobileInstalled()) process.exit(1)

console.log('Building the mobile app …')
rmSync(made, { recursive: true, force: true })
cpSync(join(app, 'public'), made, { recursive: true })
await buildPage(made)
takeFonts()
await buildWorker()
await compress(made)
rmSync(output, { recursive: true, force: true })
cpSync(made, output, { recursive: true })
if (existsSync(servedNotices)) writeNotices()
console.log('The mobile app is built. The server serves it at /m/ after its next start.')

/** Takes the dashboard's fonts, with their rules above those of base.css: one request less than a file of their own. */
function takeFonts() {
  const styles = join(rootPath, 'apps/dashboard/src/styles')
  const rules = readFileSync(join(styles, 'fonts.css'), 'utf8')
  for (const [, name] of rules.matchAll(/fonts\/(.+?\.woff2)/g))
    cpSync(join(styles, 'fonts', name), join(made, 'fonts', name), { recursive: true })
  const base = join(made, 'base.css')
  const own = rules.replaceAll('./fonts/', '/m/fonts/').replaceAll(' Variable"', '"')
  writeFileSync(base, own + readFileSync(base, 'utf8'))
}

/** Builds the service worker, which knows the files of this build: their digest makes it another one after each change. */
async function buildWorker() {
  // Left out: the page, which the server sends each time.
  const files = readdirSync(made, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|json|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const digest = createHash('sha256')
  for (const file of [...files, join(made, 'index.html')]) digest.update(file).update(readFileSync(file))
  await build({
    input: join(app, 'worker/worker.ts'),
    output: { file: join(made, 'worker.js'), format: 'iife', minify: true },
    transform: {
      define: {
        buildFiles: JSON.stringify(files.map((file) => `/m${file.slice(made.length)}`)),
        buildDigest: JSON.stringify(digest.digest('hex').slice(0, 16)),
      },
    },
    logLevel: 'warn',
  })
}
