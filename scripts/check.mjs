// Usage: npm run check [-- --fix]
// Checks format, lint, types, words, imports, dead code and generated files. Runs every step, as many at a time as there
// are processors, prints the output of each in one piece, and lists the failed ones at the end.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bin, ensureInstalled, rootPath } from './install.mjs'
import { ensureMobileInstalled } from './mobile-packages.mjs'

ensureInstalled('all')
const hasMobile = ensureMobileInstalled()
const isFix = process.argv.includes('--fix')
const cached = (name) => join('node_modules/.cache', name)

/** The slowest first, so that the last to end is a short one. */
const steps = [
  // One run of TypeScript's native compiler checks the types of every tsconfig.json and serves the rules that need types:
  // 37 s of CPU, against 97 s for tsc three times and the rules apart.
  [
    'types and promises',
    bin('oxlint'),
    [
      ...['--type-aware', '--type-check', '--config', '.oxlintrc.json'],
      ...(hasMobile ? [] : ['--ignore-pattern', 'apps/mobile/**']),
    ],
  ],
  ['generated files', process.execPath, ['scripts/generate.mjs', ...(isFix ? [] : ['--check'])]],
  [
    'import arrows',
    bin('depcruise'),
    [
      ...['--config', '.dependency-cruiser.cjs', '--cache', cached('depcruise'), '--cache-strategy', 'content'],
      ...['apps', 'packages', 'bench', 'e2e', 'sdks', 'site'],
    ],
  ],
  ['words', process.execPath, ['scripts/words.mjs']],
  // Without the packages of the app, knip would take those that it names for dead.
  ...(hasMobile ? [['dead code', bin('knip'), ['--no-progress']]] : []),
  ['format and lint', bin('biome'), isFix ? ['check', '--write'] : ['check', '--error-on-warnings']],
]

const failed = []
const queue = [...steps]
// Steps that write files take turns: the formatter must not meet a file that is being generated.
const workers = isFix ? 1 : availableParallelism()
await Promise.all(Array.from({ length: workers }, work))
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function work() {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const [name, command, args] = step
    const startedAt = performance.now()
    const { code, output } = await outputOf(command, args)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    if (code !== 0) failed.push(name)
    console.log(`\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n${output.trim()}`.trimEnd())
  }
}

/** @returns {Promise<{ code: number | null, output: string }>} both streams in the order in which they were written */
function outputOf(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: rootPath, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
  })
}
