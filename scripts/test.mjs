// Usage: npm test [-- --long | --expo | --external | NAME …]
// Installs what the tests need, builds, and runs everything that fits in 8 minutes. --long runs what does not;
// --expo the client for React Native alone, in React Native's JavaScript, in Hermes and in an export of Expo;
// --external runs the server's tests against Debian's PostgreSQL instead of the embedded one, and restores into it.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDebianPostgres } from './debian-postgres.mjs'
import { bin, ensureInstalled, run } from './install.mjs'
import { installPrograms } from './programs.mjs'

const args = process.argv.slice(2)
const isLong = args.includes('--long')
const isExpo = args.includes('--expo')
const isExternal = args.includes('--external')
const names = isExpo ? ['e2e/sdks/react-native'] : args.filter((arg) => !arg.startsWith('--'))

ensureInstalled('all')
installPrograms()
const { buildIfChanged } = await import('./build.mjs')
await buildIfChanged()

/**
 * What meets the database as the server does, and the restoring of a backup into another. Random inputs of the parsers know
 * no database, and which of our calls is made to fail is no matter of its version.
 */
const without = ['**/fuzz-*', '**/failing-calls*'].flatMap((pattern) => ['--exclude', pattern])
const ofExternal = ['apps/server/test/', 'e2e/operator/backup.test.ts', ...without]
const database = isExternal ? await startDebianPostgres() : undefined
const summary = join(tmpdir(), `bugle-tests-${process.pid}.json`)
const status = run(
  bin('vitest'),
  [
    'run',
    ...(isExternal && names.length === 0 ? ofExternal : names),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${summary}`,
  ],
  {
    ...(isLong || isExpo ? { BUGLE_LONG: '1' } : {}),
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
  },
)
await database?.stop()
printCounts()
process.exit(status)

function isFailed({ status }) {
  return status === 'failed'
}

/** One line that any reader of the log can count by. */
function printCounts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(summary, 'utf8'))
    // A file that fails before its tests begin has no test that could have failed.
    const brokenFiles = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
    console.log(`${numPassedTests} passed, ${numFailedTests + brokenFiles.length} failed, ${numPendingTests} skipped`)
  } catch {
    console.log('0 passed, 1 failed')
  } finally {
    rmSync(summary, { force: true })
  }
}
