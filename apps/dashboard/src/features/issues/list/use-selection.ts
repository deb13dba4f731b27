import type { IssueFilter, IssueSearch } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import type { Issue } from '../queries.ts'

/** By the key that opens it. */
export type AskedMenu = 's' | '⇧e'

/** The selected issues. The selection survives live updates, scrolling and sorting. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The selected issues that are loaded. */
  issues: Issue[]
  /** Toggles one issue; with `isRange` it adds all between the last one and this. */
  toggle: (issue: Issue, isRange?: boolean) => void
  /** Selects exactly these. */
  choose: (ids: ReadonlySet<string>) => void
  all: () => void
  /** Whether all matching issues are selected, loaded or not. */
  isWhole: boolean
  whole: () => void
  clear: () => void
  /** Menu that was requested while nothing was selected. Requesting one selects the issue and opens the menu for it. */
  asked: AskedMenu | undefined
  ask: (menu: AskedMenu, issue: Issue) => void
}

export function useSelection(rows: Issue[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setWhole] = useState(false)
  const [asked, setAsked] = useState<AskedMenu>()
  const anchor = useRef<string>(undefined)
  const toggle = (issue: Issue, isRange = false) => {
    const index = rows.indexOf(issue)
    const from = isRange ? rows.findIndex(({ id }) => id === anchor.current) : -1
    const next = new Set(ids)
    if (from !== -1) for (const { id } of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) next.add(id)
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

/** Clears the selection when the search changes. Undo returns to the former search and its selection. */
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
      text: t('Selection of {{count, number}} cleared', { count: ids.size }),
      action: { label: t('Undo'), run },
    })
  })
}
