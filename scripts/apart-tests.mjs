// Usage: import { notApart } from './apart-tests.mjs'
//
// Names the tests of the server that do not run with accounts and events in two databases (the project `server-apart` of
// vitest.config.ts), with the reason. All others do: a statement that is about both, or that goes to the wrong one, fails there.

/** @type {Record<string, string[]>} names of files of apps/server/test by reason */
const reasons = {
  'opens no database': [
    'disk-simulation',
    'mailers',
    'map-indexer',
    'outgoing-http',
    'regexps',
    'source-layout',
    'statement-forms',
    'table-owners',
  ],
  'is about the tables or the statements of one database': [
    'binary-array',
    'copy',
    'fsync',
    'migrate',
    'migrate-rights',
    'query-plans',
    'secret-watch',
    'sent-statements',
    'statements',
    'table-classes',
  ],
  'backs up and restores one database, or has its disk for accounts and events': ['backup', 'records'],
  'makes buckets of its own': [
    'bucket-away',
    'bucket-backup',
    'bucket-budgets',
    'bucket-commands',
    'bucket-routes',
    'bucket-schemas',
    'bucket-worker',
    'buckets',
    'move-project',
  ],
  'needs a Citus, whose address it is given': ['citus'],
  'measures processor time': ['cpu-per-byte'],
  'reads the OpenAPI document': ['openapi'],
  'injects failures into one connection': ['failing-statements'],
}

/** Patterns of those files. */
export const notApart = Object.values(reasons).flatMap((names) => names.map((name) => `**/test/${name}.test.ts`))
