// Usage: npm run bench -- --php [--sentry=AUTOLOAD.PHP] [--runs=11]
//
// Prints the CPU cost of the PHP SDK: medians of several processes, without opcache, with its file cache, and with its
// shared memory as in PHP-FPM. With the autoloader of a project that has sentry/sentry, prints the same of that SDK.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { sentry: { type: 'string' }, runs: { type: 'string', default: '11' } } })
const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'bugle-php-bench-'))
const opcache = ['-d', 'opcache.enable_cli=1']
const fileCache = [...opcache, '-d', `opcache.file_cache=${directory}`, '-d', 'opcache.file_cache_only=1']

try {
  print('bugle', pathOf('../autoload.php'))
  if (values.sentry) print('sentry', values.sentry)
  else console.log('For sentry/sentry beside it: --sentry=/path/to/vendor/autoload.php of a project that has it.')
} finally {
  rmSync(directory, { recursive: true })
}

function print(sdk, autoload) {
  const measure = (settings, ...files) =>
    JSON.parse(execFileSync('php', [...settings, pathOf('cost.php'), sdk, autoload, ...files], { encoding: 'utf8' }))
  const list = join(directory, `${sdk}.json`)
  writeFileSync(list, JSON.stringify(measure([]).loaded))
  // Fills the cache.
  measure(fileCache)
  const runs = { none: [], 'file cache': [], 'shared memory': [] }
  // In turns, so that all meet the same machine.
  for (let i = 0; i < Number(values.runs); i += 1) {
    runs.none.push(measure([]))
    runs['file cache'].push(measure(fileCache))
    runs['shared memory'].push(measure(opcache, list))
  }
  console.log(`${sdk}, ${runs.none[0].files} files, medians of ${values.runs} processes, CPU time`)
  console.table(
    Object.fromEntries(
      Object.entries(runs).map(([mode, results]) => {
        const median = (name) => results.map((one) => one[name]).sort((a, b) => a - b)[results.length >> 1]
        return [
          `opcache: ${mode}`,
          {
            'load + init, ms': (median('init') / 1000).toFixed(2),
            KiB: Math.round(median('init_bytes') / 1024),
            'first error, ms': (median('first') / 1000).toFixed(2),
            'further, µs': Math.round(median('further')),
            'breadcrumb, µs': median('breadcrumb').toFixed(2),
          },
        ]
      }),
    ),
  )
}
