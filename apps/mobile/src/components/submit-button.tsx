import { t } from '@bugle/presentation/i18n'
import { useRetryCountdown } from '../lib/errors'
import { Button } from './button'

interface SubmitButtonProps {
  label: string
  /** Shown while the request is on its way. */
  busyLabel: string
  attempt: { isPending: boolean; error: unknown }
  isDisabled: boolean
  onPress: () => void
}

/** The main button of a form. After too many attempts it counts down. */
export function SubmitButton({
  label,
  busyLabel,
  attempt: { isPending, error },
  isDisabled,
  onPress,
}: SubmitButtonProps) {
  const wait = useRetryCountdown(error)
  return (
    <Button
      kind="main"
      label={wait > 0 ? t('Try again in {{seconds}} s', { seconds: wait }) : isPending ? busyLabel : label}
      isBusy={isPending}
      isDisabled={isDisabled || wait > 0}
      onPress={onPress}
    />
  )
}
