import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { keyboardScrollable } from '../lib/keyboard-scrollable.ts'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** `screen` leaves only a margin, for images. */
  size?: 'small' | 'wide' | 'screen'
  /** The title is for screen readers only. */
  isBare?: boolean
  children: ReactNode
}

const sizes = {
  small: 'w-[min(28rem,calc(100vw-2rem))]',
  wide: 'w-[min(44rem,calc(100vw-2rem))]',
  screen: 'w-[calc(100vw-2rem)] h-[calc(100dvh-2rem)]',
}

/**
 * The browser's own dialog: it traps the focus and returns it, closes on Escape and makes the page behind inert. It
 * needs no injected styles, which the content security policy forbids.
 */
export function Dialog({ title: sent, onClose, size = 'small', isBare = false, children }: DialogProps) {
  const title = oneLine(sent)
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // `autoFocus` works only on visible elements: the content is rendered once the dialog is open.
  const [isShown, setShown] = useState(false)
  // Closed before it is removed: afterwards the browser no longer knows where the focus was.
  useLayoutEffect(() => {
    const dialog = element.current!
    dialog.showModal()
    setShown(true)
    return () => dialog.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      // Closes on Escape and on a click outside. Browsers that do not know the attribute have Escape and the close
      // button.
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] rounded-dialog border border-border bg-overlay p-0 text-text shadow-toast outline-none ${sizes[size]} ${isBare ? 'mt-[12vh]' : ''}`}
    >
      {!isShown ? null : isBare ? (
        <>
          <h2 id={id} className="sr-only">
            {title}
          </h2>
          {children}
        </>
      ) : (
        <div className="flex max-h-[inherit] flex-col">
          <div className="flex items-center gap-3 border-b border-border py-2 pr-2 pl-4">
            <h2 id={id} className="from-event grow text-16 font-semibold">
              {title}
            </h2>
            <IconButton icon={X} label={t('Close')} onClick={onClose} />
          </div>
          <section
            aria-label={title}
            {...keyboardScrollable}
            className="relative grid min-h-0 content-start gap-4 overflow-y-auto p-4 focus-visible:-outline-offset-2"
          >
            {children}
          </section>
        </div>
      )}
    </dialog>
  )
}
