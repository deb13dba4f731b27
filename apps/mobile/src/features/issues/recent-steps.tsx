import { useStore } from '@bugle/client-state/react'
import { formatAge } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { IconButton } from '../../components/button'
import { Undo2 } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { recentSteps } from '../../components/toasts'
import { onSession } from '../../lib/session'
import { useNow } from '../../lib/use-now'

// Nothing of one account is offered to the next.
onSession(({ state }) => state === 'out' && recentSteps.clear())

/** Opens what was decided just now: each can be undone when its message is long gone. */
export function RecentButton() {
  const steps = useStore(recentSteps.list)
  const now = useNow()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (steps.length === 0) return null
  return (
    <>
      <IconButton label={t('Just decided')} icon={Undo2} count={steps.length} onPress={() => setIsOpen(true)} />
      <Sheet title={t('Just decided')} isOpen={isOpen} onClose={close}>
        {steps.map(({ id, text, at }) => (
          <Choice
            key={id}
            icon={Undo2}
            label={t('Undo: {{step}}', { step: text })}
            detail={t('{{age}} ago', { age: formatAge(new Date(at).toISOString(), now) })}
            onPress={() => {
              if (steps.length === 1) close()
              recentSteps.undo(id)
            }}
          />
        ))}
      </Sheet>
    </>
  )
}
