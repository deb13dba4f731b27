import { t } from '@bugle/presentation/i18n'
import { type ReactNode, useState } from 'react'
import { showToast } from '../lib/toasts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { reasonOf } from './notice.tsx'

interface ConfirmProps {
  title: string
  /** A verb and its object: `Delete 3 issues`. */
  action: string
  /** Text to type before confirming, where a whole collection is deleted. */
  typed?: string
  isBusy?: boolean
  error?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Confirms an action that cannot be undone. It names the thing and the number; the focus is on Cancel. */
export function Confirm({ title, action, typed, isBusy = false, error, onConfirm, onClose, children }: ConfirmProps) {
  const [text, setText] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
        className="grid gap-4"
      >
        <div className="grid gap-2 text-text-2">{children}</div>
        {typed !== undefined && (
          <Field
            label={t('Type {{name}} to confirm', { name: typed })}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            autoComplete="off"
          />
        )}
        {error !== undefined && error !== null && (
          <p role="alert" className="text-error-ink">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button autoFocus onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={isBusy || (typed !== undefined && text.trim() !== typed.trim())}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ConfirmRequestProps<T> extends Pick<ConfirmProps, 'title' | 'action' | 'onClose' | 'children'> {
  /** The thing to end, and the request that ends it. */
  id: T
  request: {
    isPending: boolean
    error: unknown
    mutate: (id: T, options: { onSuccess: () => void }) => void
  }
  /** Shown in a toast afterwards. */
  done: string
}

/** Confirms a request that ends one item of a list. It closes on success and stays open with the reason on failure. */
export function ConfirmRequest<T>({ id, request, done, onClose, ...rest }: ConfirmRequestProps<T>) {
  const onConfirm = () =>
    request.mutate(id, {
      onSuccess: () => {
        onClose()
        showToast({ text: done })
      },
    })
  const error = request.error === null ? undefined : reasonOf(request.error)
  return <Confirm {...rest} isBusy={request.isPending} error={error} onConfirm={onConfirm} onClose={onClose} />
}
