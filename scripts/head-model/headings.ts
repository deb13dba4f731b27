import { readdirSync, readFileSync } from 'node:fs'
import { headerOf, headTextOf } from '../../packages/stacktrace/src/chain.ts'
import type { Header } from '../../packages/stacktrace/src/header.ts'
import { readPasted } from '../../packages/stacktrace/src/parse-stack.ts'

/** The head of a labelled text; `-` as type or message means that there is none. */
export interface Heading {
  file: string
  header: string
  engine: string
  type: string | undefined
  message: string | undefined
  byRules: Header
  /** Whether the reading by the rules is the one at first sight. Rules that were mended on a text are right too often. */
  isFirstSight: boolean
}

const corpora = new URL('../../conformance/stacks/wild/', import.meta.url)

/** Reads the heads of all labelled texts but the unseen ones, in the order of their files. */
export function headings(): Heading[] {
  const source = readFileSync(new URL('first-sight.json', import.meta.url), 'utf8')
  const firstSight = JSON.parse(source) as Record<string, Record<string, Header>>
  const files = readdirSync(corpora).filter((file) => file.endsWith('.txt') && !file.startsWith('unseen'))
  return files.sort().flatMap((file) =>
    readFileSync(new URL(file, corpora), 'utf8')
      .split(/^=== /m)
      .slice(1)
      .map((entry) => headingOf(file, entry, firstSight[file] ?? {})),
  )
}

function headingOf(file: string, entry: string, firstSight: Record<string, Header>): Heading {
  const split = entry.indexOf('\n---\n')
  const [head = '', ...fields] = entry.slice(0, split).split('\n')
  const [name = '', , , platform] = head.split(' | ')
  const label = (key: string) =>
    fields
      .find((line) => line.startsWith(`${key}: `))
      ?.slice(key.length + 2)
      .trim()
  const reading = readPasted(entry.slice(split + 5).replace(/\n$/, ''), { platform })
  reading.finish()
  const [link] = reading.chain
  return {
    file,
    header: headTextOf(link!),
    engine: link!.engine,
    type: label('type'),
    message: label('message')?.replaceAll('\\n', '\n'),
    byRules: firstSight[name] ?? headerOf(link!),
    isFirstSight: name in firstSight,
  }
}
