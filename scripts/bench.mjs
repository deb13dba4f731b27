// Usage: npm run bench [-- --quick | --save | --five-million | --middleware [--node 22 | 24 | PATH] [--flag=FLAG] |
// --nodes [URL URL …] | --clients | --php [--sentry=AUTOLOAD.PHP] | --dart | --symbols | --calm [--quick] | --objects [EVENTS] [--releases-in-turn] |
// --slo [--quick] [--rate N] [--members N] [--keep DAYS] | --help]
//
// Measures the cost of an event: see bench/options.ts for all options, docs/benchmarks.md for the last full result.
// --middleware measures the Node SDK's effect on requests without an error; see docs/sdk-node.md. --clients measures its
// breadcrumbs and its start. --php prints the cost
// of the PHP SDK, and of Sentry's beside it; see docs/sdk-php.md. --dart prints the cost of the Dart SDK. --symbols
// measures source maps: lookup, memory, and a map that comes late. --calm measures what few events take, and none. --objects [EVENTS]
// measures disk and reads with payloads in an object store; with --releases-in-turn, a release replaces the one before instead of
// being used in all of the two weeks. --alerts measures what alert rules cost.
// --nodes measures how many more events several database servers carry, by the CPU of the busiest. --slo prints what this machine promises and carries; see docs/slo.md.
import { fileURLToPath } from 'node:url'
import { bin, ensureInstalled, run } from './install.mjs'
import { installRuntime, nodes } from './runtimes.mjs'

ensureInstalled('all')
const [first, ...others] = process.argv.slice(2)
if (first === '--middleware') {
  const { buildSdksIfChanged } = await import('./build-sdks.mjs')
  await buildSdksIfChanged()
  const script = fileURLToPath(new URL('../sdks/javascript/node/bench/middleware-cost.mjs', import.meta.url))
  process.exit(run(process.execPath, [script, ...others.map(toNode)]))
}
if (first === '--clients') {
  const { buildSdksIfChanged } = await import('./build-sdks.mjs')
  await buildSdksIfChanged()
  process.exit(
    run(process.execPath, [fileURLToPath(new URL('../sdks/javascript/node/bench/client-cost.mjs', import.meta.url))]),
  )
}
if (first === '--php') {
  const script = fileURLToPath(new URL('../sdks/php/core/bench/main.mjs', import.meta.url))
  process.exit(run(process.execPath, [script, ...others]))
}
if (first === '--dart') process.exit(run(bin('tsx'), ['bench/dart.ts']))
if (first === '--symbols') process.exit(run(bin('tsx'), ['bench/symbols/main.ts']))
if (first === '--objects') process.exit(run(bin('tsx'), ['bench/objects/main.ts', ...others]))
if (first === '--nodes') process.exit(run(bin('tsx'), ['bench/nodes/main.ts', ...others]))
if (first === '--slo') process.exit(run(bin('tsx'), ['bench/slo/main.ts', ...others]))
if (first === '--calm') process.exit(run(bin('tsx'), ['bench/calm/main.ts', ...others]))
if (first === '--alerts') process.exit(run(bin('tsx'), ['bench/alerts/main.ts', ...others]))
process.exit(run(bin('tsx'), ['bench/main.ts', ...process.argv.slice(2)]))

/** Resolves `--node`: 22 and 24 mean the versions that the long tests use; anything else is a path. */
function toNode(arg, at, args) {
  const known = args[at - 1] === '--node' && nodes.find(({ version }) => version.split('.')[0] === arg)
  if (!known) return arg
  const { path, missing } = installRuntime(known)
  if (path !== undefined) return path
  console.error(`Node ${known.version} could not be installed: ${missing}`)
  process.exit(1)
}
