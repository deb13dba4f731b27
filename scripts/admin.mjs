// Usage: npm run admin -- --help
//
// Installs missing packages, builds changed parts, and runs an operator command on the server's database.
import { ensureInstalled } from './install.mjs'

ensureInstalled('server')
const { buildApart } = await import('./build.mjs')
if (!(await buildApart())) process.exit(1)
await import(new URL('../apps/server/dist/admin-main.js', import.meta.url).href)
