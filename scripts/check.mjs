// Usage: npm run check [-- --fix]
// Format, lint, types, import arrows, dead code, generated files. Runs all and says at the end what failed.
import { bin, ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
const isFix = process.argv.includes('--fix')

const steps = [
  ['format and lint', bin('biome'), isFix ? ['check', '--write'] : ['check', '--error-on-warnings']],
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the dashboard', bin('tsc'), ['-p', 'apps/dashboard']],
  ['types of the browser client', bin('tsc'), ['-p', 'sdks/javascript/browser']],
  ['promises', bin('oxlint'), ['--type-aware', '--config', '.oxlintrc.json']],
  [
    'import arrows',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'apps', 'packages', 'bench', 'e2e', 'sdks'],
  ],
  ['dead code', bin('knip'), ['--no-progress']],
  ['generated files', process.execPath, ['scripts/generate.mjs', ...(isFix ? [] : ['--check'])]],
]

const failed = steps.filter(([name, command, args]) => {
  console.log(`\n── ${name}`)
  return run(command, args) !== 0
})
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
