// Usage: npm start [-- --help | --role all|http|worker]
// Installs what is missing, builds what changed, and becomes the server.
import { ensureInstalled } from './install.mjs'

ensureInstalled('server')
const { buildIfChanged } = await import('./build.mjs')
await buildIfChanged()
await import(new URL('../apps/server/dist/main.js', import.meta.url).href)
