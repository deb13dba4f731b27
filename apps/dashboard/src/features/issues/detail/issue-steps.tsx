import { t } from '@bugle/presentation/i18n'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../components/icon-button.tsx'

/** Classes of a link back to the list. */
export const backLinkClass = 'inline-flex min-h-7 items-center gap-1.5 hover:text-text coarse:min-h-11'

export function BackLinkText() {
  return (
    <>
      <ArrowLeft size={14} aria-hidden />
      {t('Issues')}
    </>
  )
}

/** Goes to the previous or next issue, as `k` and `j` do. Disabled without an `onClick`. */
export function StepButton({ to, onClick }: { to: 'before' | 'next'; onClick: (() => void) | undefined }) {
  const isBefore = to === 'before'
  return (
    <IconButton
      icon={isBefore ? ChevronLeft : ChevronRight}
      size="small"
      label={isBefore ? t('Previous issue') : t('Next issue')}
      title={t('Key {{key}}', { key: isBefore ? 'k' : 'j' })}
      disabled={onClick === undefined}
      onClick={() => onClick?.()}
    />
  )
}
