import { t } from '@bugle/presentation/i18n'
import { type Action, assign, ignore, mainActionOf } from '@bugle/presentation/issue-actions'
import { useRef, useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import type { Issue } from '../queries.ts'
import { nextUnseen } from './list-updates.ts'
import type { AskedMenu, Selection } from './use-selection.ts'

interface CursorOptions {
  rows: Issue[]
  /** The row that was current when the list was left. */
  initial: string | undefined
  selection: Selection
  me: { id: string; name: string } | undefined
  /** The reader's previous visit. */
  seenAt: string | null | undefined
  act: (issues: Issue[], action: Action) => void
  scrollTo: (index: number) => void
}

/** The row that keys act on: j and k move it, and when its issue leaves the list the next one takes its place. */
export function useCursor({ rows, initial, selection, me, seenAt, act, scrollTo }: CursorOptions): string | undefined {
  const [id, setId] = useState(initial)
  const lastIndex = useRef(-1)
  const found = rows.findIndex((row) => row.id === id)
  if (found !== -1) lastIndex.current = found
  const isGone = found === -1 && id !== undefined && lastIndex.current !== -1
  const index = isGone ? Math.min(lastIndex.current, rows.length - 1) : found
  const current = rows[index]
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    const row = rows[next]
    if (row === undefined) return
    scrollTo(next)
    setId(row.id)
  }
  const extend = (to: number) => {
    const row = rows[to]
    if (row === undefined) return
    if (current !== undefined && selection.ids.size === 0) selection.toggle(current)
    selection.toggle(row, true)
    move(to)
  }
  const ask = (menu: AskedMenu) => current && selection.ask(menu, current)
  /** The selected issues, or else the current one. */
  const meant = selection.issues.length > 0 ? selection.issues : current === undefined ? [] : [current]
  useKeys({
    j: () => move(index + 1),
    k: () => move(index - 1),
    '⇧j': () => extend(index + 1),
    '⇧k': () => extend(index - 1),
    n: () => {
      const next = nextUnseen(rows, index, seenAt)
      if (next === undefined) showToast({ text: t('Nothing new or regressed since your last visit.') })
      else move(rows.indexOf(next))
    },
    home: () => move(0),
    end: () => move(rows.length - 1),
    x: () => current && selection.toggle(current),
    '⇧x': () => selection.all(),
    escape: () => selection.clear(),
    e: () => meant[0] && act(meant, mainActionOf(meant[0])),
    a: () =>
      me && meant.length > 0 && act(meant, assign(meant.every(({ assignee }) => assignee?.id === me.id) ? null : me)),
    // While issues are selected, the bulk bar has the menus and their keys.
    ...(selection.ids.size === 0 ? { s: () => ask('s'), '⇧e': () => ask('⇧e') } : {}),
    i: () => meant.some(({ status }) => status !== 'ignored') && act(meant, ignore),
  })
  return current?.id
}
