// Usage: npm test [-- --changed[=COMMIT] | --unit | --long | --expo | --mobile | --external | --late=digest | --late=counts | --busy | NAME …]
// Installs the tests' programs, builds, and runs every test but the long ones. NAME: test files whose path contains it.
// --changed: only the tests that the changes since COMMIT, by default since the main branch, can reach by imports.
// --unit: only tests of single files, which need no build, program or database. --long: also the tests that take longer.
// --expo: only the React Native SDK, in React Native's JavaScript, in Hermes and in an Expo export. --mobile: the mobile app in a
// browser, which it builds first, and its native bundles. --external: the tests of SQL that may differ between versions of
// PostgreSQL against Debian's instead of the embedded one, and a restore into it, with --long all tests of the server; and those of
// packages, image and chart, and of an upgrade from the last release; with --long the image is built by all of the Dockerfile.
// --late=digest, --late=counts: what follows a response is held back by seconds, so that a test that does not wait for it
// fails. --busy: beside an endless loop on each processor.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChangedTests } from './changed-tests.mjs'
import { startDebianPostgres } from './debian-postgres.mjs'
import { externalTests, packaging, upgrade } from './external-tests.mjs'
import { bin, ensureInstalled, rootPath, run } from './install.mjs'
import { ensureMobileInstalled } from './mobile-packages.mjs'
import { installPrograms } from './programs.mjs'

// Where nobody reads the output any more, the runner ends in order, and this after it.
process.stdout.on('error', () => {})

const args = process.argv.slice(2)
if (args.includes('--help')) {
  const [usage] = readFileSync(import.meta.filename, 'utf8').split('\nimport ')
  console.log(usage.replaceAll(/^\/\/ /gm, ''))
  process.exit(0)
}
const options = /^--(?:unit|long|expo|mobile|external|busy|late=digest|late=counts|changed(?:=.*)?)$/
const unknown = args.filter((arg) => arg.startsWith('--') && !options.test(arg))
if (unknown.length > 0) {
  console.error(`Unknown option: ${unknown.join(' ')}. npm test -- --help lists them.`)
  process.exit(2)
}
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
const changedArg = args.find((arg) => /^--changed(?:=|$)/.test(arg))
const given = changedArg === undefined ? args.filter((arg) => !arg.startsWith('--')) : changedTests()
const names = isExpo
  ? ['e2e/sdks/react-native']
  : isMobile
    ? (given.length === 0 ? [''] : given).map((name) => `e2e/mobile/${name}`)
    : given

const isPackaging = (isExternal && names.length === 0) || names.some((name) => name.startsWith(packaging))

ensureInstalled('all')
if (!isUnit && (changedArg === undefined || names.some((name) => name.startsWith('e2e/')))) {
  await installPrograms([
    ...(isMobile ? ['e2e/mobile/apt-packages.txt'] : []),
    ...(isPackaging ? [`${packaging}apt-packages.txt`] : []),
  ])
  if (names.length === 0 || names.some((name) => name.includes('mobile'))) ensureMobileInstalled()
  const { allParts, buildIfChanged } = await import('./build.mjs')
  const isOfDocs = names.length === 0 || names.some((name) => /docs|image/.test(name))
  await buildIfChanged(isOfDocs ? [...allParts, 'docs'] : allParts)
}
if (isMobile && run(process.execPath, ['scripts/mobile.mjs']) !== 0) process.exit(1)

/** Each runs in one command only. */
const ofOthers = [
  ...(isMobile && given.length === 0 ? ['--exclude', '**/mobile/components.test.ts'] : []),
  ...(isPackaging ? [] : ['--exclude', `${packaging}**`]),
  ...(isExternal || names.some((name) => upgrade.startsWith(name)) ? [] : ['--exclude', upgrade]),
]
const database = isExternal ? await startDebianPostgres() : undefined
const loops = args.includes('--busy') ? Array.from({ length: availableParallelism() }, startBusyLoop) : []
const summary = join(tmpdir(), `bugle-tests-${process.pid}.json`)
const status = run(
  bin('vitest'),
  [
    'run',
    // The next run reads what this one compiled, as long as the source is the same.
    ...(isUnit ? ['--project', 'unit*', '--experimental.fsModuleCache'] : []),
    // Where the tables are does not depend on the version of PostgreSQL.
    ...(isExternal ? ['--project', '!server-apart'] : []),
    ...(isExternal && names.length === 0 ? externalTests({ isLong }) : names),
    ...ofOthers,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${summary}`,
  ],
  {
    ...(isLong || isExpo ? { BUGLE_LONG: '1' } : {}),
    ...(isMobile ? { BUGLE_MOBILE: '1' } : {}),
    // No name of a setting: servers of the tests say which of those they do not know.
    ...(isLong || isExternal || given.length > 0 ? {} : { SERVER_TESTS_ONCE: '1' }),
    ...(late.length === 0 ? {} : { BUGLE_TEST_DELAYS: late.join() }),
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  },
)
await database?.stop()
for (const loop of loops) loop.kill()
printCounts()
process.exit(status)

/** Ends the process if there is nothing to run. */
function changedTests() {
  const { base, changed, tests } = findChangedTests(rootPath, changedArg.split('=')[1])
  const chosen = isUnit ? tests.filter((test) => !/^e2e\/|\/test\//.test(test)) : tests
  console.log(`${changed.length} files changed since ${base}; they reach ${chosen.length} test files.`)
  if (chosen.length === 0) process.exit(0)
  return chosen
}

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
