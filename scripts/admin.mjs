// Usage: npm run admin -- --help
// Installs what is missing, builds what changed, and does an operator's command on the server's database.
import { ensureInstalled } from './install.mjs'

ensureInstalled('server')
const { buildIfChanged } = await import('./build.mjs')
await buildIfChanged()
await import(new URL('../apps/server/dist/admin-main.js', import.meta.url).href)
