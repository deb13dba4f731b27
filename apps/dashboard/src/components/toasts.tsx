import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useKeys } from '../lib/use-keys.ts'

export interface Toast {
  text: string
  /** Failures stay until they are closed. */
  isFailure?: boolean
  action?: { label: string; run: () => void }
}

let toasts: (Toast & { id: number })[] = []
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
}

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useKeys({
    z: () => {
      const latest = toasts.findLast((toast) => toast.action !== undefined && toast.isFailure !== true)
      if (latest === undefined) return
      close(latest.id)
      latest.action?.run()
    },
  })
  return (
    <section
      aria-label="Messages"
      className="fixed bottom-4 left-56 z-20 grid gap-2 phone:right-4 phone:left-4 phone:bottom-20"
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
  return (
    <div
      ref={line}
      role={isFailure ? 'alert' : 'status'}
      className="flex min-h-10 items-center gap-3 rounded-card border border-border bg-overlay pr-1 pl-4 shadow-toast"
    >
      <span className="grow">{text}</span>
      {action !== undefined && (
        <button
          type="button"
          onClick={() => {
            close(id)
            action.run()
          }}
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
        aria-label="Close"
        onClick={() => close(id)}
        className="grid size-8 place-items-center rounded-control text-text-3 hover:bg-pressed hover:text-text coarse:size-11"
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
