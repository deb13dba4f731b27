// Runs the built worker in workerd, Cloudflare's own runtime, at PORT.
import { readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'

const script = readFileSync('dist/worker.js', 'utf8')
const modules = [{ type: 'ESModule', path: 'worker.js', contents: script }]
const port = Number(process.env.PORT)
await new Miniflare({ modules, compatibilityDate: '2026-07-01', host: '127.0.0.1', port }).ready
