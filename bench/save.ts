import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Heading of the part of the document that is written by hand. */
const handwritten = '## Measurements behind decisions'

/** Writes the result into the documentation, before the part that is written by hand. */
export function saveDocument(result: BenchResult): void {
  const file = new URL('docs/benchmarks.md', repository)
  const before = readFileSync(file, 'utf8')
  const kept = before.includes(handwritten) ? before.slice(before.indexOf(handwritten)) : ''
  writeFileSync(file, documentOf(result, kept))
}

function documentOf(result: BenchResult, handwrittenPart: string): string {
  return `# Benchmarks

The resources that one event takes, measured by \`npm run bench\`. Times depend on the machine and its load; compare ratios,
and CPU time by part. The floor is a plain node:http server in the same run that reads, parses, validates and hashes the same
events, responds, and stores nothing. Load generator, server and database share the machine. Figures that led to single
decisions [follow at the end](#measurements-behind-decisions).

${describeResult(result).trimEnd()}

${handwrittenPart}`
}
