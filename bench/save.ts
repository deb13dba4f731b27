import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeResult } from './report.ts'
import type { BenchResult } from './result.ts'

const repository = new URL('..', import.meta.url)

/** Saves the numbers for comparisons (ignored by git); returns the path. */
export function saveJson(result: BenchResult): string {
  const directory = new URL('bench/results/', repository)
  mkdirSync(directory, { recursive: true })
  const file = new URL(`${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`, directory)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  return fileURLToPath(file)
}

/** Writes the result into the documentation. */
export function saveDocument(result: BenchResult): void {
  const text = `# Benchmarks

What one event costs, measured by \`npm run bench\`. Times depend on the machine and on what else it does; compare
ratios, and CPU time by part. The floor is a node:http server in the same run that reads, parses, validates, hashes
and answers the same events and stores nothing. Load generator, server and database share the machine.

${describeResult(result)}
`
  writeFileSync(new URL('docs/benchmarks.md', repository), text)
}
