import { useEffect, useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import type { Issue } from './queries.ts'
import type { IssueFilter, IssueSearch } from './search.ts'

/** By the key that opens it. */
export type AskedMenu = 's' | '⇧e'

/** Issues that were chosen, whatever becomes of the rows: it survives news, scrolling and a sort. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Of the issues that are loaded. */
  issues: Issue[]
  /** One more or one less; with `isRange` all between the last one and this. */
  toggle: (issue: Issue, isRange?: boolean) => void
  /** Exactly these. */
  choose: (ids: ReadonlySet<string>) => void
  all: () => void
  /** All that match are meant, loaded or not. */
  isWhole: boolean
  whole: () => void
  clear: () => void
  /** A menu that was asked for where nothing was selected, and the way to ask: it selects the issue and opens over it. */
  asked: AskedMenu | undefined
  ask: (menu: AskedMenu, issue: Issue) => void
}

export function useSelection(rows: Issue[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setWhole] = useState(false)
  const [asked, setAsked] = useState<AskedMenu>()
  const anchor = useRef<string>(undefined)
  const toggle = (issue: Issue, isRange = false) => {
    const at = rows.indexOf(issue)
    const from = isRange ? rows.findIndex(({ id }) => id === anchor.current) : -1
    const next = new Set(ids)
    if (from !== -1) for (const { id } of rows.slice(Math.min(from, at), Math.max(from, at) + 1)) next.add(id)
    else if (!next.delete(issue.id)) next.add(issue.id)
    anchor.current = issue.id
    setWhole(false)
    setAsked(undefined)
    setIds(next)
  }
  return {
    ids,
    issues: ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id)),
    toggle,
    choose: setIds,
    all: () => setIds(new Set(rows.map(({ id }) => id))),
    isWhole,
    whole: () => setWhole(true),
    clear: () => {
      setWhole(false)
      setAsked(undefined)
      setIds(new Set())
    },
    asked,
    ask: (menu, issue) => {
      toggle(issue)
      setAsked(menu)
    },
  }
}

/** A selection ends where another search begins. Taking that back leads to the search and its selection. */
export function useEndOfSelection(
  { ids, choose, clear }: Selection,
  { projectId, ...search }: IssueFilter,
  go: (next: IssueSearch) => void,
): void {
  const key = JSON.stringify({ ...search, sort: undefined })
  const former = useRef({ projectId, search, key })
  const returning = useRef<string>(undefined)
  useEffect(() => {
    const before = former.current
    former.current = { projectId, search, key }
    if (before.key === key && before.projectId === projectId) return
    const isReturn = returning.current === key
    returning.current = undefined
    if (isReturn || ids.size === 0) return
    clear()
    if (before.projectId !== projectId) return
    const run = () => {
      returning.current = before.key
      go(before.search)
      choose(ids)
    }
    showToast({
      text: t('{{count, number}} selected were cleared', { count: ids.size }),
      action: { label: t('Undo'), run },
    })
  })
}
