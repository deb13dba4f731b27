import { t } from '@bugle/presentation/i18n'
import { createStore, type Store } from './store.ts'
import { UndoStack } from './undo-stack.ts'

export interface Toast {
  text: string
  /** Failures stay until they are closed. */
  isFailure?: boolean
  /** It is replaced until what it reports is over, and stays so long. */
  isProgress?: boolean
  /** Undo, or another attempt after a failure. */
  action?: { label: string; run: () => void }
  /** Where to go from here, and the key that leads there as well. */
  next?: { label: string; keyName: string; run: () => void } | undefined
}

export type ShownToast = Toast & { id: number }

/** Reports the outcome of a step. @returns undoes it, where its action is an undo */
export type EndOfStep = (toast: Toast) => (() => void) | undefined

export interface Toasts {
  shown: Pick<Store<readonly ShownToast[]>, 'get' | 'subscribe'>
  /** Shows a message. @returns undoes the step that it reports, where its action is an undo */
  showToast: EndOfStep
  closeToast: (id: number) => void
  /** Shows how far a change is, in the place of what was shown before; it has no undo yet. */
  showProgress: (text: string) => void
  endProgress: () => void
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
  beginStep: () => EndOfStep
  /** Undoes the latest step, or the one that a toast reports. */
  undoStep: (id?: number) => void
  /** Runs the action of a toast: the undo of its step, or another attempt after a failure. */
  runAction: (toast: ShownToast) => void
}

/** A pending undo is announced only after this long: most responses arrive sooner. */
const announceAfterMs = 500

/** Creates the messages of an app, and the steps that they can undo. */
export function createToasts({ maxShown }: { maxShown: number }): Toasts {
  const undoStack = new UndoStack()
  const shown = createStore<readonly ShownToast[]>([])
  let lastId = 0
  let progressId: number | undefined

  const show = (id: number, toast: Toast) =>
    shown.set([...shown.get().filter((one) => one.id !== id), { ...toast, id }].slice(-maxShown))
  const closeToast = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id))

  const beginStep = (): EndOfStep => {
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

  const undoStep = (id?: number) => {
    const result = undoStack.undo(id)
    if (result?.outcome === 'undone') closeToast(result.id)
    if (result?.outcome === 'waiting') setTimeout(() => announceWaiting(result.id), announceAfterMs)
  }

  const announceWaiting = (id: number) => {
    if (undoStack.has(id)) show(id, { text: t('Will be undone once the server responds.') })
  }

  return {
    shown,
    closeToast,
    beginStep,
    undoStep,
    showProgress: (text) => {
      if (progressId === undefined) {
        lastId += 1
        progressId = lastId
      }
      show(progressId, { text, isProgress: true })
    },
    endProgress: () => {
      if (progressId !== undefined) closeToast(progressId)
      progressId = undefined
    },
    showToast: (toast) => {
      if (toast.action !== undefined) return beginStep()(toast)
      lastId += 1
      show(lastId, toast)
      return undefined
    },
    runAction: ({ id, isFailure, action }) => {
      if (isFailure !== true) return undoStep(id)
      closeToast(id)
      action?.run()
    },
  }
}
