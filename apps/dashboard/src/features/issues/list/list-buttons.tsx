import { t } from '@bugle/presentation/i18n'
import { ArrowUp, ListChecks } from 'lucide-react'
import { Button } from '../../../components/button.tsx'

/** Starts triage. On phones it sits beside the search, where there is room. */
export function TriageButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" className="phone:px-2" title={t('Key {{key}}', { key: 't' })} onClick={onClick}>
      <ListChecks size={14} aria-hidden className="shrink-0" />
      <span className="phone:sr-only">{t('Triage')}</span>
    </Button>
  )
}

/** Shows the issues that arrived since the list was ordered. */
export function NewIssuesChip({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      title={t('Key .')}
      className="inline-flex min-h-7 items-center gap-1 rounded-full border border-ring bg-accent-wash px-3 text-12 font-medium text-accent-ink hover:bg-pressed coarse:min-h-11"
    >
      <ArrowUp size={12} aria-hidden />
      {t('{{count, number}} new', { count })}
    </button>
  )
}
