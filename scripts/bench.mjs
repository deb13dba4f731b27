// Usage: npm run bench [-- --quick | --save | --five-million | --middleware | --help]
// What an event costs: see bench/options.ts for all options, docs/benchmarks.md for the last full result. --middleware: what
// the client for Node costs a server that has no error, docs/sdk-node.md.
import { fileURLToPath } from 'node:url'
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
const [first, ...others] = process.argv.slice(2)
if (first === '--middleware') {
  const { buildSdksIfChanged } = await import('./build-sdks.mjs')
  await buildSdksIfChanged()
  const script = fileURLToPath(new URL('../sdks/javascript/node/bench/middleware-cost.mjs', import.meta.url))
  process.exit(run(process.execPath, [script, ...others]))
}
process.exit(run(bin('tsx'), ['bench/main.ts', ...process.argv.slice(2)]))
