import type { IssueSearch } from '@bugle/client-state/search'
import { timeZone } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { toLocalTime } from '../../../lib/local-time.ts'
import { onSubmit } from '../../../lib/on-submit.ts'

interface TimeRangeDialogProps {
  search: IssueSearch
  onChoose: (range: Pick<IssueSearch, 'from' | 'to'>) => void
  onClose: () => void
}

/** Asks for two times in the reader's zone; either may be left open. */
export function TimeRangeDialog({ search: { from, to }, onChoose, onClose }: TimeRangeDialogProps) {
  const submit = onSubmit((fields) => {
    const time = (name: string) => {
      const text = String(fields.get(name))
      return text === '' ? undefined : new Date(text).toISOString()
    }
    onChoose({ from: time('from'), to: time('to') })
    onClose()
  })
  return (
    <Dialog title={t('Custom time range')} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t('From')} name="from" type="datetime-local" defaultValue={from && toLocalTime(from)} autoFocus />
        <Field
          label={t('To')}
          name="to"
          type="datetime-local"
          defaultValue={to && toLocalTime(to)}
          hint={t('In whole hours, {{zone}} time.', { zone: timeZone() })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="main">
            {t('Show')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
