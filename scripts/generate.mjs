// Usage: npm run generate [-- --check]
// Writes what is made from the code: docs/openapi.json, docs/errors.md, docs/configuration.md and the row types of
// the database. With --check it writes nothing and fails where a file is not what it would write.
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
process.exit(run(bin('tsx'), ['scripts/generate.ts', ...process.argv.slice(2)]))
