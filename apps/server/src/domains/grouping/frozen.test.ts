import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, type GroupingInput, groupingOf } from './fingerprint.ts'

// Version 1 is frozen: see docs/adr/0017-grouping-version-1.md.

const conformance = join(import.meta.dirname, '../../../../../conformance')
const frozenFile = join(conformance, 'fingerprints/version-1.json')
/** Fingerprints of cases that were written later. */
const addedFile = join(conformance, 'fingerprints/version-1-added.json')

/** Fingerprints of the events of a case, by file and name of the case. */
type Frozen = Record<string, Record<string, string[]>>

interface StackCase {
  name: string
  platform: string
  stack: string
  exception_type?: string
  message?: string
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const filesOf = (folder: string) => readdirSync(join(conformance, folder)).filter((name) => name.endsWith('.json'))
const fingerprints = (events: GroupingInput[]) => events.map((event) => fingerprintOf(groupingOf(event)))

/** Computes the fingerprints of all grouping cases and all real stacks. */
function current(): Frozen {
  const now: Frozen = {}
  for (const file of filesOf('grouping')) {
    const cases: { name: string; events: GroupingInput[] }[] = readJson(join(conformance, 'grouping', file))
    now[`grouping/${file}`] = Object.fromEntries(cases.map(({ name, events }) => [name, fingerprints(events)]))
  }
  for (const file of filesOf('stacks')) {
    const cases: StackCase[] = readJson(join(conformance, 'stacks', file)).cases
    now[`stacks/${file}`] = Object.fromEntries(cases.map((one) => [one.name, fingerprints([toEvent(one)])]))
  }
  return now
}

function toEvent({ exception_type = 'Error', message = '', platform, stack }: StackCase): GroupingInput {
  return { exception_type, message, platform, stack, app_id: 'com.example.shop' }
}

/** Returns the entries of `now` whose cases are not frozen. */
function missingIn(frozen: Frozen, now: Frozen): Frozen {
  const missing = Object.entries(now).map(([file, cases]) => [
    file,
    Object.fromEntries(Object.entries(cases).filter(([name]) => frozen[file]?.[name] === undefined)),
  ])
  return Object.fromEntries(missing.filter(([, cases]) => Object.keys(cases!).length > 0))
}

/** Merges two sets of cases; the entries of the first stay. */
function merged(first: Frozen, second: Frozen): Frozen {
  const files = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...files].map((file) => [file, { ...second[file], ...first[file] }]))
}

const now = current()
const atFreeze: Frozen = readJson(frozenFile)
if (process.env.FREEZE_NEW) {
  const added = merged(readJson(addedFile), missingIn(atFreeze, now))
  writeFileSync(addedFile, `${JSON.stringify(added, null, 1)}\n`)
}
const frozen = merged(atFreeze, readJson(addedFile))

const rule =
  'Grouping version 1 is frozen: existing events would move to new issues. Revert the change, or add version 2 ' +
  '(docs/adr/0017-grouping-version-1.md says how). A case whose events were rewritten gets another name.'

describe('the fingerprints of version 1 are unchanged', () => {
  it.each(Object.keys(frozen))('in %s', (file) => {
    for (const [name, were] of Object.entries(frozen[file]!))
      expect(now[file]?.[name], `${name}: ${rule}`).toEqual(were)
  })
})

it('the file of the freeze is as it was, so that no fingerprint in it is written anew', () => {
  const sums = readFileSync(join(conformance, 'fingerprints/SHA256SUMS'), 'utf8')
  const digest = createHash('sha256').update(readFileSync(frozenFile)).digest('hex')
  expect(sums, rule).toBe(`${digest}  version-1.json\n`)
})

it('every event of the cases is frozen', () => {
  expect(missingIn(frozen, now), 'Add new cases by: FREEZE_NEW=1 npm test -- frozen').toEqual({})
})

it('the cases of a file have distinct names, so that each has its own entry', () => {
  const grouping = filesOf('grouping').map((file) => ({ file, cases: readJson(join(conformance, 'grouping', file)) }))
  const stacks = filesOf('stacks').map((file) => ({ file, cases: readJson(join(conformance, 'stacks', file)).cases }))
  for (const { file, cases } of [...grouping, ...stacks]) {
    const names = cases.map(({ name }: { name: string }) => name)
    expect(names.length - new Set(names).size, file).toBe(0)
  }
})
