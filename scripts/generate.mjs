// Usage: npm run generate [-- --check]
//
// Writes the files generated from code: docs/openapi.json, docs/errors.md, docs/configuration.md, the database's row
// types, the API client's types, and of the SDKs docs/api and the sizes. With --check it writes nothing, and fails if a file is out of date.
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
process.exit(run(bin('tsx'), ['scripts/generate.ts', ...process.argv.slice(2)]))
