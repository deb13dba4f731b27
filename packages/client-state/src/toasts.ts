import { t } from '@bugle/presentation/i18n'
import { useSyncExternalStore } from 'react'
import { UndoStack } from './undo-stack.ts'

export interface Toast {
  text: string
  /** Failures stay until they are closed. */
  isFailure?: boolean
  /** Undo, or another attempt after a failure. */
  action?: { label: string; run: () => void }
  /** Where to go from here, and the key that leads there as well. */
  next?: { label: string; keyName: string; run: () => void } | undefined
}

export type ShownToast = Toast & { id: number }

const maxShown = 3
/** A pending undo is announced only after this long: most responses arrive sooner. */
const announceAfterMs = 500

const undoStack = new UndoStack()
let shown: ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: ShownToast[]): void {
  shown = next
  for (const notify of listeners) notify()
}

function show(id: number, toast: Toast): void {
  set([...shown.filter((one) => one.id !== id), { ...toast, id }].slice(-maxShown))
}

export function closeToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id))
}

/**
 * Shows a message.
 *
 * @returns undoes the step that the message reports, where its action is an undo
 */
export function showToast(toast: Toast): (() => void) | undefined {
  if (toast.action !== undefined) return beginStep()(toast)
  lastId += 1
  show(lastId, toast)
  return undefined
}

/**
 * Registers a change that is on the screen before the server has it: from now on undo reaches it.
 *
 * @returns a function that reports the outcome. Its toast's action is the undo; without an action, or for a failure,
 * nothing remains to be undone. It returns the undo for those who offer it elsewhere too.
 * @example
 * const end = beginStep()
 * const { undo_id } = await change()
 * end({ text: 'Resolved 3 issues', action: { label: 'Undo', run: () => undo(undo_id) } })
 */
export function beginStep(): (toast: Toast) => (() => void) | undefined {
  lastId += 1
  const id = lastId
  undoStack.begin(id)
  return (toast) => {
    const run = toast.isFailure === true ? undefined : toast.action?.run
    if (undoStack.finish(id, run)) {
      closeToast(id)
      return undefined
    }
    show(id, toast)
    // The stack may have dropped the step by then; its own button still works.
    return run && (() => (undoStack.has(id) ? undoStep(id) : run()))
  }
}

/** Undoes the latest step, or the one that a toast reports. */
export function undoStep(id?: number): void {
  const result = undoStack.undo(id)
  if (result?.outcome === 'undone') closeToast(result.id)
  if (result?.outcome === 'waiting') setTimeout(() => announceWaiting(result.id), announceAfterMs)
}

function announceWaiting(id: number): void {
  if (undoStack.has(id)) show(id, { text: t('Will be undone once the server responds.') })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): ShownToast[] {
  return useSyncExternalStore(subscribe, () => shown)
}
