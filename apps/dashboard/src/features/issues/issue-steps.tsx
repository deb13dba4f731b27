import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import { t } from '../../lib/i18n.ts'

/** The look of a link back to the list, and what stands in it, whatever kind of link it is. */
export const backLinkClass = 'inline-flex min-h-7 items-center gap-1.5 hover:text-text coarse:min-h-11'

export function BackLinkText() {
  return (
    <>
      <ArrowLeft size={14} aria-hidden />
      {t('Issues')}
    </>
  )
}

/** To the issue before or after this one, as `k` and `j` do. Without an `onClick` there is none. */
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
