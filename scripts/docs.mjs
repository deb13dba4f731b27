// Usage: npm run docs [-- --public [--versions PATH] [--media DIRECTORY] DIRECTORY]
// Builds the documentation, which the server then serves at /docs/ after its next start; with --public, the public site of this version.
// site/build.ts describes the options.
import { ensureInstalled, run } from './install.mjs'

ensureInstalled('all')
const options = process.argv.slice(2)
if (options.length > 0) process.exit(run(process.execPath, ['--import', 'tsx', 'site/build.ts', ...options]))
console.log('Building the documentation …')
const { buildIfChanged } = await import('./build.mjs')
await buildIfChanged(['docs'])
console.log('The documentation is built. The server serves it at /docs/ after its next start.')
