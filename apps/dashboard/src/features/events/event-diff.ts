import { crumbsInOrder } from '@bugle/presentation/crumb-order'
import { factsOf } from '@bugle/presentation/event-facts'
import { type ExceptionLink, exceptionLines, exceptionTree, relationText } from '@bugle/presentation/exception-tree'
import { t } from '@bugle/presentation/i18n'
import { frameLine } from '../../lib/issue-text.ts'
import { withOriginals } from '../../lib/originals.ts'
import type { EventView } from './queries.ts'

/** A value that both events may have; undefined where one lacks it. */
export interface DiffRow {
  /** Missing for entries of a list. */
  name?: string
  one: string | undefined
  other: string | undefined
}

export interface DiffPart {
  title: string
  /** In reading order: equal rows stay between those that differ. */
  rows: DiffRow[]
}

/** Beyond this many entries a comparison stops being useful. */
const maxEntries = 500

/** Compares two events section by section. Sections without rows are left out. */
export function diffEvents(one: EventView, other: EventView): DiffPart[] {
  const data = (pick: (event: EventView) => object) => diffEntries(flatten(pick(one)), flatten(pick(other)))
  const parts: DiffPart[] = [
    { title: t('Event'), rows: diffEntries([...headOf(one), ...factsOf(one)], [...headOf(other), ...factsOf(other)]) },
    { title: t('Tags'), rows: data(({ tags }) => tags) },
    { title: t('Stack'), rows: diffLists(linesOf(one), linesOf(other)) },
    { title: t('Breadcrumbs'), rows: diffLists(crumbsOf(one), crumbsOf(other)) },
    { title: t('Contexts'), rows: data(({ contexts }) => contexts) },
    { title: t('Extra'), rows: data(({ extra }) => extra) },
    { title: t('Other fields'), rows: data((event) => event.other) },
  ]
  return parts.filter(({ rows }) => rows.length > 0)
}

export function isSame({ one, other }: DiffRow): boolean {
  return one === other
}

type Entry = readonly [name: string, text: string]

function headOf({ exception_type, message }: EventView): Entry[] {
  return [
    [t('Type'), exception_type],
    [t('Message'), message],
  ]
}

/** Compares by name: differences first, otherwise in the order of the first, then what only the second has. */
export function diffEntries(one: readonly Entry[], other: readonly Entry[]): DiffRow[] {
  const [ones, others] = [new Map(one), new Map(other)]
  const names = new Set([...ones.keys(), ...others.keys()])
  const rows = [...names].map((name) => ({ name, one: ones.get(name), other: others.get(name) }))
  return [...rows.filter((row) => !isSame(row)), ...rows.filter(isSame)]
}

/** Flattens data into values with their paths: `device.model`. */
export function flatten(data: object, path = ''): Entry[] {
  return Object.entries(data)
    .flatMap(([key, value]: [string, unknown]): Entry[] => {
      const name = path === '' ? key : `${path}.${key}`
      const isTree = typeof value === 'object' && value !== null && Object.keys(value).length > 0
      if (isTree) return flatten(value, name)
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    })
    .slice(0, maxEntries)
}

/** An entry of a list: a key by which the lists are aligned, and its text. */
interface Line {
  key: string
  text: string
}

/** Removes from a file name what a build adds: `cart.02f39204.js` and `cart-Bx9_2kQa.js?v=3` become `cart.js`. */
export function withoutBuild(file: string): string {
  return file.replace(/[?#].*$/, '').replace(/[.-](?=\w*\d)\w{6,}(?=\.\w+$)/, '')
}

/** Flattens the exceptions. A frame matches even if its line moved, or its build renamed the file. */
function linesOf(event: EventView): Line[] {
  return exceptionLines(exceptionTree(withOriginals(event).exceptions)).flatMap((link, index) => [
    { key: `exception ${index}`, text: headingOf(link) },
    ...link.exception.frames.map((frame) => ({
      key: `${frame.function ?? ''} ${withoutBuild(frame.file ?? frame.module ?? frame.raw ?? '')}`,
      text: frameLine(frame.file === undefined ? frame : { ...frame, file: withoutBuild(frame.file) }),
    })),
  ])
}

function headingOf(link: ExceptionLink): string {
  const { exception_type, message } = link.exception
  return [relationText(link), `${exception_type}: ${message}`].filter((part) => part !== undefined).join(' ')
}

function crumbsOf({ breadcrumbs }: EventView): Line[] {
  return crumbsInOrder(breadcrumbs).map(({ category, message }) => ({
    key: `${category} ${message}`,
    text: `${category} ${message}`,
  }))
}

/** Aligns two lists by their longest common subsequence; other entries belong to one side only. */
export function diffLists(one: readonly Line[], other: readonly Line[]): DiffRow[] {
  const lengths = commonLengths(one, other)
  const rows: DiffRow[] = []
  let [left, right] = [0, 0]
  while (left < one.length || right < other.length) {
    const [mine, theirs] = [one[left], other[right]]
    if (mine !== undefined && theirs !== undefined && mine.key === theirs.key) {
      rows.push({ one: mine.text, other: theirs.text })
      left += 1
      right += 1
    } else if (
      theirs === undefined ||
      (mine !== undefined && lengths[left + 1]![right]! >= lengths[left]![right + 1]!)
    ) {
      rows.push({ one: mine!.text, other: undefined })
      left += 1
    } else {
      rows.push({ one: undefined, other: theirs.text })
      right += 1
    }
  }
  return rows
}

/** Lengths of the longest common subsequences of both remainders, for each pair of positions. */
function commonLengths(one: readonly Line[], other: readonly Line[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0))
  for (let left = one.length - 1; left >= 0; left -= 1)
    for (let right = other.length - 1; right >= 0; right -= 1)
      lengths[left]![right] =
        one[left]!.key === other[right]!.key
          ? lengths[left + 1]![right + 1]! + 1
          : Math.max(lengths[left + 1]![right]!, lengths[left]![right + 1]!)
  return lengths
}
