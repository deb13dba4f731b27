// Usage: npm run bench [-- --quick | --save | --five-million | --help]
// What an event costs: see bench/options.ts for all options, docs/benchmarks.md for the last full result.
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
process.exit(run(bin('tsx'), ['bench/main.ts', ...process.argv.slice(2)]))
