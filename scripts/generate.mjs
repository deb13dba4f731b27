// Usage: npm run generate [-- --check]
// Writes what is made from the code: docs/openapi.json, docs/errors.md, docs/configuration.md, the row types of the
// database and the types of the interface for its clients. With --check it writes nothing and fails where a file is not
// what it would write.
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
process.exit(run(bin('tsx'), ['scripts/generate.ts', ...process.argv.slice(2)]))
