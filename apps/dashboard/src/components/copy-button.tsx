import { t } from '@bugle/presentation/i18n'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showToast } from '../lib/toasts.ts'

/** Copies a text; “Copied” replaces the icon for a moment. */
export function CopyButton({ text, label, withLabel = false }: { text: string; label: string; withLabel?: boolean }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 1200)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    // Without https there may be no clipboard; the reader then selects the text by hand.
    navigator.clipboard?.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    ) ?? setState('failed')
  const word = { idle: t('Copy'), copied: t('Copied'), failed: t('Copy manually') }[state]
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={withLabel ? undefined : state === 'idle' ? label : word}
      title={label}
      className="inline-flex min-h-7 min-w-7 shrink-0 items-center justify-center gap-1.5 rounded-control px-1.5 text-text-2 hover:bg-pressed hover:text-text coarse:min-h-11 coarse:min-w-11"
    >
      {state === 'copied' ? <Check size={14} className="text-ok" aria-hidden /> : <Copy size={14} aria-hidden />}
      {withLabel && word}
      <span className="sr-only" role="status">
        {state === 'copied' ? t('Copied') : ''}
      </span>
    </button>
  )
}

/** Copies a text that has no button of its own, and reports it in a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: done })
  } catch {
    // Without https there may be no clipboard.
    showToast({ text: t('The browser does not allow copying here.'), isFailure: true })
  }
}
