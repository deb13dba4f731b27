// Usage: import { externalTests } from './external-tests.mjs'
//
// Names the tests that run again on Debian's PostgreSQL, which is older than the embedded one. With every change those whose
// SQL a version may plan, parse or lock otherwise; in the long run all tests of the server. Left out of both: random inputs
// of parsers, which never reach the database, and injected failures, which are the same for every version. The tests of packaging
// and of an upgrade run with them, once.

const names = [
  'backup',
  'binary-array',
  'bucket-schemas',
  'copy',
  'digest',
  'exact-groups',
  'fsync',
  'issue-deletion',
  'issue-events',
  'issue-search',
  'issue-states',
  'issues',
  'jobs',
  'merge',
  'migrate',
  'migrate-rights',
  'packing',
  'people',
  'query-plans',
  'rate-limiter',
  'releases',
  'statements',
  'titles',
  'views-and-suggestions',
]

/** Packages, image and chart as they are installed: clean systems and compiled programs, which take minutes. */
export const packaging = 'e2e/packaging/'

/** An upgrade of the last release's data and the way back, which takes minutes. */
export const upgrade = 'e2e/operator/upgrade.test.ts'

/** @returns {string[]} arguments of Vitest */
export function externalTests({ isLong }) {
  const excluded = ['**/fuzz-*', '**/failing-statements*'].flatMap((pattern) => ['--exclude', pattern])
  const files = isLong ? ['apps/server/test/'] : names.map((name) => `apps/server/test/${name}.test.ts`)
  return [...files, 'e2e/operator/backup.test.ts', upgrade, packaging, ...excluded]
}
