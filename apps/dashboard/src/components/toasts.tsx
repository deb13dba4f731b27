import type { ShownToast } from '@bugle/client-state/toasts'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { closeToast, runAction, undoStep, useToasts } from '../lib/toasts.ts'
import { useKeys } from '../lib/use-keys.ts'
import { IconButton } from './icon-button.tsx'

/**
 * Messages about what was done, with their undo. They are docked to the bottom of the window like a status bar: a
 * floating card would cover code that is being read, while this leaves a shorter window.
 */
export function Toasts() {
  const shown = useToasts()
  useKeys({ z: () => undoStep() })
  return (
    <section aria-label={t('Messages')} className="toast-dock fixed z-20 grid bg-overlay">
      {shown.map((toast) => (
        <ToastLine key={toast.id} {...toast} />
      ))}
    </section>
  )
}

const shownMs = 8000

function ToastLine(toast: ShownToast) {
  const { id, text, isFailure = false, isProgress = false, action, next } = toast
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFailure || isProgress) return
    // A hovered or focused toast stays for another interval.
    const timer = setInterval(() => {
      const isInUse = line.current?.matches(':hover') || line.current?.contains(document.activeElement)
      if (!isInUse) closeToast(id)
    }, shownMs)
    return () => clearInterval(timer)
  }, [id, isFailure, isProgress])
  return (
    <div
      ref={line}
      role={isFailure ? 'alert' : 'status'}
      className="flex min-h-11 items-center gap-1 border-t border-border pr-2 pl-6 phone:pl-4"
    >
      <span className="from-event min-w-0 py-2">{oneLine(text)}</span>
      {action !== undefined && (
        <ToastButton label={action.label} keyName={isFailure ? undefined : 'z'} onClick={() => runAction(toast)} />
      )}
      {next !== undefined && (
        <ToastButton
          label={next.label}
          keyName={next.keyName}
          onClick={() => {
            closeToast(id)
            next.run()
          }}
        />
      )}
      <IconButton icon={X} label={t('Close')} className="ml-auto" onClick={() => closeToast(id)} />
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
