// Usage: npm run mobile
// Builds the mobile app for browsers into apps/server/dist/mobile, from where the server serves it at /m/ after its next
// start. The app's packages, half a gigabyte, are installed in apps/mobile only.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from './build.mjs'
import { ensureInstalled, rootPath } from './install.mjs'
import { installIn } from './runtimes.mjs'

const app = join(rootPath, 'apps/mobile')
const output = join(rootPath, 'apps/server/dist/mobile')
const made = join(app, 'dist')

ensureInstalled('server')
console.log('Installing the packages of the mobile app …')
const problem = installIn(app)
if (problem !== undefined) fail(`npm could not install the packages of the mobile app: ${problem}`)

console.log('Building the mobile app …')
rmSync(made, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [join(app, 'node_modules/expo/bin/cli'), 'export', '--platform', 'web'],
  {
    cwd: app,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', CI: '1', EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' },
  },
)
if (status !== 0) fail('The mobile app does not build; see the messages above.')

mkdirSync(join(made, 'fonts'))
for (const name of ['geist', 'geist-mono'])
  cpSync(
    join(rootPath, `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
    join(made, `fonts/${name}.woff2`),
  )
await compress(made)
rmSync(output, { recursive: true, force: true })
cpSync(made, output, { recursive: true })
console.log('The mobile app is built. The server serves it at /m/ after its next start.')

function fail(message) {
  console.error(message)
  process.exit(1)
}
