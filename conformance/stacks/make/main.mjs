// Usage: node conformance/stacks/make/main.mjs [RUNTIME …]
//
// Runs real programs and writes their stacks, with the frames that the runtime itself reports, to
// conformance/stacks/RUNTIME.json. README.md lists what each runtime needs; a missing one is named and skipped.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, firefox } from './browsers.mjs'
import { consoles } from './consoles.mjs'
import { hermes, javascriptCore, node } from './javascript.mjs'
import { dart, dotnet, go, java, php, python, ruby } from './others.mjs'

const runtimes = {
  node,
  chromium,
  firefox,
  javascriptcore: javascriptCore,
  hermes,
  php,
  python,
  java,
  dotnet,
  ruby,
  go,
  dart,
  consoles,
}
const target = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = process.argv.slice(2)

for (const [name, make] of Object.entries(runtimes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const directory = mkdtempSync(join(tmpdir(), 'stacks-'))
  try {
    const made = await make(directory)
    const lines = made.cases.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
    const { cases: _, ...head } = made
    const text = `{\n${Object.entries(head)
      .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
      .join('')}  "cases": [\n${lines}\n  ]\n}\n`
    writeFileSync(join(target, `${name}.json`), text)
    console.log(`${name}: ${made.cases.length} stacks of ${made.version}`)
  } catch (error) {
    console.log(`${name}: left out, ${error.message.split('\n')[0]}`)
    if (process.env.DEBUG) console.log(error)
    process.exitCode = 1
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
