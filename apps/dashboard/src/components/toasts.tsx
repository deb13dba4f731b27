import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useKeys } from '../lib/use-keys.ts'
import { t } from '../lib/words.ts'

export interface Toast {
  text: string
  /** Failures stay until they are closed. */
  isFailure?: boolean
  action?: { label: string; run: () => void }
}

/** How many steps `z` can go back, also after their messages have gone. */
const maxUndos = 10

let toasts: (Toast & { id: number })[] = []
let undos: { id: number; run: () => void }[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: typeof toasts): void {
  toasts = next
  for (const tell of listeners) tell()
}

/** Says what was done, with the way back. At most three are seen at once. */
export function showToast(toast: Toast): void {
  lastId += 1
  set([...toasts, { ...toast, id: lastId }].slice(-3))
  if (toast.action === undefined || toast.isFailure === true) return
  undos = [...undos, { id: lastId, run: toast.action.run }].slice(-maxUndos)
}

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id))

function undo(id: number | undefined): void {
  const step = undos.find((one) => one.id === id)
  if (step === undefined) return
  undos = undos.filter((one) => one !== step)
  close(step.id)
  step.run()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useKeys({ z: () => undo(undos.at(-1)?.id) })
  return (
    <section
      aria-label={t('Messages')}
      className="fixed bottom-4 left-56 z-20 grid gap-2 max-xl:left-18 phone:right-4 phone:bottom-20 phone:left-4"
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} {...toast} />
      ))}
    </section>
  )
}

const shownMs = 8000

function ToastLine({ id, text, isFailure = false, action }: Toast & { id: number }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFailure) return
    // One that is looked at or about to be used stays for another turn.
    const timer = setInterval(() => {
      if (!line.current?.matches(':hover, :focus-within')) close(id)
    }, shownMs)
    return () => clearInterval(timer)
  }, [id, isFailure])
  const act = () => {
    if (!isFailure) return undo(id)
    close(id)
    action?.run()
  }
  return (
    <div
      ref={line}
      role={isFailure ? 'alert' : 'status'}
      className="flex min-h-10 max-w-[36rem] items-center gap-3 rounded-card border border-border bg-overlay pr-1 pl-4 shadow-toast"
    >
      <span className="from-event grow">{text}</span>
      {action !== undefined && (
        <button
          type="button"
          onClick={act}
          className="flex min-h-8 items-center gap-2 rounded-control px-2 font-semibold text-accent-ink hover:bg-pressed coarse:min-h-11"
        >
          {action.label}
          {!isFailure && (
            <kbd className="rounded-pill bg-pressed px-1 font-mono text-11 text-text-2 phone:hidden">z</kbd>
          )}
        </button>
      )}
      <button
        type="button"
        aria-label={t('Close')}
        onClick={() => close(id)}
        className="grid size-8 place-items-center rounded-control text-text-3 hover:bg-pressed hover:text-text coarse:size-11"
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
