// Usage: node run-node.cjs SCRIPT … (prints JSON)
require('./call-sites.js')
const { readFileSync } = require('node:fs')
const { runInThisContext } = require('node:vm')
const { join } = require('node:path')
for (const name of process.argv.slice(2)) {
  const filename = join(__dirname, name)
  runInThisContext(readFileSync(filename, 'utf8'), { filename })
}
const out = []
collectAll((name, error) => {
  const sites = callSitesOf(error)
  out.push({ name, type: error.name, message: error.message, stack: error.stack, sites })
}).then(() => process.stdout.write(JSON.stringify(out)))
