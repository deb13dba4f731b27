// Usage: npm run admin -- --help
// Installs what is missing, builds what changed, and does an operator's command on the server's database.
import { ensureInstalled } from './install.mjs'

ensureInstalled('server')
const { buildApart } = await import('./build.mjs')
if (!(await buildApart())) process.exit(1)
await import(new URL('../apps/server/dist/admin-main.js', import.meta.url).href)
