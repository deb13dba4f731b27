import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { reasonOf } from '../components/notice.tsx'
import { withBasePath } from '../lib/base-path.ts'
import { onSubmit } from '../lib/on-submit.ts'
import { sendErrorReport } from '../lib/report-error.ts'

/** Asks which project of this server gets the report, by its ingest token. */
export function ReportError({ error, onClose }: { error: unknown; onClose: () => void }) {
  const send = useMutation({
    mutationFn: (project: { appId: string; token: string }) => sendErrorReport(error, project),
    retry: false,
  })
  const submit = onSubmit((fields) => {
    send.mutate({ appId: String(fields.get('app_id')).trim(), token: String(fields.get('token')).trim() })
  })
  return (
    <Dialog title={t('Report the error')} onClose={onClose}>
      {send.data === undefined ? (
        <form onSubmit={submit} className="grid gap-4">
          <p className="text-text-2">
            {t(
              'The error is sent to a project on this server as an event, with its stack trace, the address of the page without its query, and the name of your browser. Nothing else is sent, and the token is not stored.',
            )}
          </p>
          <Field
            label={t('App ID')}
            name="app_id"
            required
            maxLength={200}
            spellCheck={false}
            className="font-mono"
            autoFocus
          />
          <Field
            label={t('Ingest token')}
            name="token"
            type="password"
            required
            autoComplete="off"
            className="font-mono"
            error={send.isError ? reasonOf(send.error) : undefined}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" variant="main" disabled={send.isPending}>
              {t('Send report')}
            </Button>
          </div>
        </form>
      ) : (
        <p role="status">
          {t('Reported.')}{' '}
          <a href={withBasePath(`/issues/${send.data}`)} className="text-accent-ink underline">
            {t('Open issue')}
          </a>
        </p>
      )}
    </Dialog>
  )
}
