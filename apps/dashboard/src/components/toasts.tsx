import { X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../lib/i18n.ts'
import { useKeys } from '../lib/use-keys.ts'
import { IconButton } from './icon-button.tsx'

export interface Toast {
  text: string
  /** Failures stay until they are closed. */
  isFailure?: boolean
  action?: { label: string; run: () => void }
  /** Where to go on from here, and the key that leads there as well. */
  next?: { label: string; keyName: string; run: () => void } | undefined
}

/** Something done that can be taken back. */
interface Step {
  id: number
  /** Missing until the server has told how. */
  run?: () => void
  /** Was asked for before that. */
  isWanted?: boolean
}

/** How many steps `z` can go back, also after their messages have gone. */
const maxUndos = 10
/** Who takes back what has not been answered is told so, unless that is a matter of a moment. */
const tellMs = 500

let toasts: (Toast & { id: number })[] = []
let undos: Step[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: typeof toasts): void {
  toasts = next
  for (const tell of listeners) tell()
}

/** Says what was done, with the way back, which it returns. At most three are seen at once. */
export function showToast(toast: Toast): (() => void) | undefined {
  if (toast.action !== undefined && toast.isFailure !== true) return beginStep()(toast)
  lastId += 1
  show(lastId, toast)
  return undefined
}

function show(id: number, toast: Toast): void {
  set([...toasts.filter((one) => one.id !== id), { ...toast, id }].slice(-3))
}

/**
 * For what is on the screen before the server has it: from now on `z` takes it back, at the latest when the server has
 * answered. What is returned takes the message that tells of the answer; without an action there is nothing to be taken
 * back. It returns the way back, for who offers it in another place too.
 *
 * @example
 * const end = beginStep()
 * const { undo_id } = await change()
 * end({ text: 'Resolved 3 issues', action: { label: 'Undo', run: () => takeBack(undo_id) } })
 */
export function beginStep(): (toast: Toast) => (() => void) | undefined {
  lastId += 1
  const id = lastId
  undos = [...undos, { id }].slice(-maxUndos)
  return (toast) => {
    const isWanted = undos.find((one) => one.id === id)?.isWanted === true
    const run = toast.isFailure === true ? undefined : toast.action?.run
    const others = undos.filter((one) => one.id !== id)
    if (run !== undefined && isWanted) {
      undos = others
      close(id)
      run()
      return undefined
    }
    // In its own place: what was done later is taken back before it.
    undos = run === undefined ? others : [...others, { id, run }].toSorted((one, other) => one.id - other.id)
    show(id, toast)
    // Also when it is so long ago that `z` does not lead there any more.
    return run && (() => (undos.some((one) => one.id === id) ? undo(id) : run()))
  }
}

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** The last step, or that of a message. One that the server has not answered yet is taken back when it has. */
function undo(id: number | undefined = undos.findLast(({ isWanted = false }) => !isWanted)?.id): void {
  const step = undos.find((one) => one.id === id)
  if (step === undefined) return
  if (step.run === undefined) {
    want(step)
    return
  }
  undos = undos.filter((one) => one !== step)
  close(step.id)
  step.run()
}

function want({ id }: Step): void {
  undos = undos.map((one) => (one.id === id ? { id, isWanted: true } : one))
  const tell = () => {
    const isWaiting = undos.some((one) => one.id === id)
    if (isWaiting) show(id, { text: t('It will be undone as soon as the server answers.') })
  }
  setTimeout(tell, tellMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useKeys({ z: () => undo() })
  return (
    <section
      aria-label={t('Messages')}
      // Beside code, which they would cover: above the column that an issue has at its right.
      className="fixed right-6 bottom-4 z-20 grid w-80 gap-2 max-lg:w-auto phone:right-4 phone:bottom-20 phone:left-4"
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} {...toast} />
      ))}
    </section>
  )
}

const shownMs = 8000

function ToastLine({ id, text, isFailure = false, action, next }: Toast & { id: number }) {
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
      className="flex min-h-10 max-w-[36rem] items-center gap-1 rounded-card border border-border bg-overlay pr-1 pl-4 shadow-toast"
    >
      <span className="from-event grow py-2">{text}</span>
      {action !== undefined && <ToastButton label={action.label} keyName={isFailure ? undefined : 'z'} onClick={act} />}
      {next !== undefined && (
        <ToastButton
          label={next.label}
          keyName={next.keyName}
          onClick={() => {
            close(id)
            next.run()
          }}
        />
      )}
      <IconButton icon={X} label={t('Close')} onClick={() => close(id)} />
    </div>
  )
}

function ToastButton(props: { label: string; keyName: string | undefined; onClick: () => void }) {
  const { label, keyName, onClick } = props
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-8 shrink-0 items-center gap-2 rounded-control px-2 font-semibold text-accent-ink hover:bg-pressed coarse:min-h-11"
    >
      {label}
      {keyName !== undefined && (
        <kbd className="rounded-pill bg-pressed px-1 font-mono text-11 text-text-2 phone:hidden">{keyName}</kbd>
      )}
    </button>
  )
}
