import { t } from '@bugle/presentation/i18n'
import { DataTree } from '../../components/data-tree.tsx'
import type { Frame } from './queries.ts'

/** Whether an SDK sent the values of variables with a frame. */
export function hasVariables(frame: Frame): boolean {
  return frame.vars !== undefined && Object.keys(frame.vars).length > 0
}

/** The variables of a frame at the time of the error. */
export function Variables({ vars }: { vars: Record<string, unknown> }) {
  return (
    <section aria-label={t('Variables')} className="border-t border-border bg-code-bg px-3 py-2">
      <DataTree data={vars} />
    </section>
  )
}
