import { t } from './i18n.ts'
import type { EventView } from './types.ts'

type Exception = EventView['exceptions'][number]

/** An exception of an event, and how it belongs to the one that contains it or that it caused. */
export interface ExceptionLink<E extends Exception = Exception> {
  exception: E
  /** Its index in the event's list. */
  index: number
  /** Missing for the one that was thrown. */
  relation?: NonNullable<Exception['relation']>
  /** Counts the members of a group from 1; missing for others. */
  number?: number
  /** Members of its group, where the list lacks some of them. */
  total?: number
}

/** Exceptions each of which was caused by the next, and those that the last of them contains or was caused by. */
export interface ExceptionChain<E extends Exception = Exception> {
  links: ExceptionLink<E>[]
  branches: ExceptionChain<E>[]
}

/** Arranges the exceptions of an event as a tree. A single chain of causes has no branches. */
export function exceptionTree<E extends Exception>(exceptions: readonly E[]): ExceptionChain<E> {
  const below = new Map<number, ExceptionLink<E>[]>()
  for (const [index, exception] of exceptions.entries()) {
    if (index === 0) continue
    const { parent = index - 1, relation = 'cause' } = exception
    const siblings = below.get(parent) ?? []
    siblings.push({ exception, index, relation })
    below.set(parent, siblings)
  }
  for (const [parent, siblings] of below) numberInOrder(siblings, exceptions[parent]?.members)
  const [thrown] = exceptions
  return thrown === undefined ? { links: [], branches: [] } : chainFrom({ exception: thrown, index: 0 }, below)
}

/** Some SDKs send the members of a group backwards, but number them. */
function numberInOrder(siblings: ExceptionLink[], total: number | undefined): void {
  const idOf = ({ exception }: ExceptionLink) => Number(exception.mechanism?.exception_id)
  if (!siblings.some((link) => Number.isNaN(idOf(link)))) siblings.sort((one, other) => idOf(one) - idOf(other))
  for (const [index, link] of siblings.filter(({ relation }) => relation === 'member').entries()) {
    link.number = (total === undefined ? undefined : positionOf(link)) ?? index + 1
    if (total !== undefined) link.total = total
  }
}

/** Its position in the group by the words of the SDK, such as `exceptions[4]`. */
function positionOf({ exception }: ExceptionLink): number | undefined {
  const index = /\[(\d{1,6})\]$/.exec(String(exception.mechanism?.source))
  return index === null ? undefined : Number(index[1]) + 1
}

function chainFrom<E extends Exception>(
  first: ExceptionLink<E>,
  below: ReadonlyMap<number, ExceptionLink<E>[]>,
): ExceptionChain<E> {
  const links = [first]
  let next = below.get(first.index) ?? []
  while (next.length === 1 && next[0]!.relation === 'cause') {
    links.push(next[0]!)
    next = below.get(next[0]!.index) ?? []
  }
  return { links, branches: next.map((link) => chainFrom(link, below)) }
}

/** Lists the exceptions of a tree in reading order, each with its level: 0, and one more for each branch. */
export function exceptionLines<E extends Exception>(
  { links, branches }: ExceptionChain<E>,
  level = 0,
): (ExceptionLink<E> & { level: number })[] {
  return [
    ...links.map((link) => ({ ...link, level })),
    ...branches.flatMap((branch) => exceptionLines(branch, level + 1)),
  ]
}

/** Says how an exception belongs to the one above it; undefined for the one that was thrown. */
export function relationText({ relation, number = 1, total }: ExceptionLink): string | undefined {
  switch (relation) {
    case undefined:
      return undefined
    case 'member':
      return total === undefined
        ? t('Member {{number, number}}', { number })
        : t('Member {{number, number}} of {{total, number}}', { number, total })
    case 'suppressed':
      return t('Suppressed')
    case 'thread':
      return t('Other thread')
    case 'cause':
      return t('Caused by')
  }
}
