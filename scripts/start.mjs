// Usage: npm start [-- --help | --role all|http|worker]
//
// Installs missing packages, builds changed parts, and becomes the server.
import { ensureInstalled } from './install.mjs'
import { onEnd } from './on-end.mjs'

ensureInstalled('server')
const { buildApart } = await import('./build.mjs')
const ending = new AbortController()
const forget = onEnd(() => ending.abort())
if (!(await buildApart({ signal: ending.signal }))) process.exit(1)
forget()
await import(new URL('../apps/server/dist/main.js', import.meta.url).href)
