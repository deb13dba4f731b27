import { t } from '@bugle/presentation/i18n'
import { Lock } from 'lucide-react'

/** Says why settings cannot be changed here. */
export function Restricted() {
  return (
    <p className="flex items-center gap-2 rounded-control bg-sunken px-3 py-2 text-text-2">
      <Lock size={14} aria-hidden className="shrink-0" />
      {t('Your role in this organization does not allow changing this. Ask an owner or an admin.')}
    </p>
  )
}
