// Usage: npm test [-- --unit | --long | --expo | --mobile | --external | --late=digest | --late=counts | --busy | NAME …]
// Installs the tests' programs, builds, and runs every test that fits in 8 minutes. NAME: test files whose path
// contains it.
// --unit: only tests of single files, which need no build, program or database. --long: also the tests that take longer.
// --expo: only the React Native SDK, in React Native's JavaScript, in Hermes and in an Expo export. --mobile: the mobile app in a
// browser, which it builds first, and its native bundles. --external: the server's tests against Debian's PostgreSQL instead of the embedded one, and a
// restore into it. --late=digest, --late=counts: what follows a response is held back by seconds, so that a test that does not
// wait for it fails. --busy: beside an endless loop on each processor.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDebianPostgres } from './debian-postgres.mjs'
import { bin, ensureInstalled, run } from './install.mjs'
import { ensureMobileInstalled } from './mobile-packages.mjs'
import { installPrograms } from './programs.mjs'

const args = process.argv.slice(2)
const isUnit = args.includes('--unit')
const isLong = args.includes('--long')
const isExpo = args.includes('--expo')
const isMobile = args.includes('--mobile')
const isExternal = args.includes('--external')
const delays = {
  '--late=digest': 'digest=2s,health=2s',
  '--late=counts': 'counts=10s,titles=10s',
}
const late = args.filter((arg) => arg in delays).map((arg) => delays[arg])
const given = args.filter((arg) => !arg.startsWith('--'))
const names = isExpo
  ? ['e2e/sdks/react-native']
  : isMobile
    ? (given.length === 0 ? [''] : given).map((name) => `e2e/mobile/${name}`)
    : given

ensureInstalled('all')
if (!isUnit) {
  installPrograms(isMobile ? ['e2e/mobile/apt-packages.txt'] : [])
  if (names.length === 0 || names.some((name) => name.includes('mobile'))) ensureMobileInstalled()
  const { buildIfChanged } = await import('./build.mjs')
  await buildIfChanged()
}
if (isMobile && run(process.execPath, ['scripts/mobile.mjs']) !== 0) process.exit(1)

/**
 * The tests that use the database as the server does, and a restore into another one. Left out: the parsers' random inputs,
 * which never reach it, and injected failures, which are the same for every version.
 */
const excluded = ['**/fuzz-*', '**/failing-statements*'].flatMap((pattern) => ['--exclude', pattern])
const externalTests = ['apps/server/test/', 'e2e/operator/backup.test.ts', ...excluded]
/** Runs in npm test. */
const ofAll = isMobile && given.length === 0 ? ['--exclude', '**/mobile/components.test.ts'] : []
const database = isExternal ? await startDebianPostgres() : undefined
const loops = args.includes('--busy') ? Array.from({ length: availableParallelism() }, startBusyLoop) : []
const summary = join(tmpdir(), `bugle-tests-${process.pid}.json`)
const status = run(
  bin('vitest'),
  [
    'run',
    ...(isUnit ? ['--project', 'unit'] : []),
    ...(isExternal && names.length === 0 ? externalTests : names),
    ...ofAll,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${summary}`,
  ],
  {
    ...(isLong || isExpo ? { BUGLE_LONG: '1' } : {}),
    ...(isMobile ? { BUGLE_MOBILE: '1' } : {}),
    ...(late.length === 0 ? {} : { BUGLE_TEST_DELAYS: late.join() }),
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  },
)
await database?.stop()
for (const loop of loops) loop.kill()
printCounts()
process.exit(status)

/** It ends with this process, however that ends: its input is then closed. */
function startBusyLoop() {
  const code =
    'process.stdin.on("end", () => process.exit()).resume(); (function turn() { const end = Date.now() + 100; while (Date.now() < end); setImmediate(turn) })()'
  return spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'inherit'] })
}

function isFailed({ status }) {
  return status === 'failed'
}

/** Prints one line that a script can read the counts from. */
function printCounts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(summary, 'utf8'))
    // A file that fails to load has no failed test of its own.
    const brokenFiles = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
    console.log(`${numPassedTests} passed, ${numFailedTests + brokenFiles.length} failed, ${numPendingTests} skipped`)
  } catch {
    console.log('0 passed, 1 failed')
  } finally {
    rmSync(summary, { force: true })
  }
}
