// Usage: node php-versions.mjs <folder of @php-wasm> <version>
//
// Prints the events of the situations of conformance/events, created by the PHP SDK on a version of PHP in WebAssembly.
// It has no sockets, so the events are printed: path, tab, JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [, , packages, version] = process.argv
const load = (name) => import(pathToFileURL(join(packages, name, 'index.js')).href)
const { loadNodeRuntime, createNodeFsMountHandler } = await load('node')
const { PHP } = await load('universal')
const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }))
const pathOf = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
php.mkdir('/core')
await php.mount('/core', createNodeFsMountHandler(pathOf('sdks/php/core')))
php.writeFile('/situations.json', readFileSync(pathOf('conformance/events/situations.json')))
php.writeFile('/situations.php', readFileSync(pathOf('e2e/sdks/php/situations.php')))
const code = `<?php
  $argv = ['situations.php', '/core/autoload.php', '/situations.json', '-'];
  fwrite(fopen('php://stderr', 'w'), PHP_VERSION);
  require '/situations.php';`
const { text, errors, exitCode } = await php.run({ code })
process.stdout.write(text)
process.stderr.write(errors)
process.exit(exitCode)
