import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { CopyBlock } from '../../components/copy-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { useHome } from './home.ts'
import { type Channel, useAlertChanges } from './queries.ts'

/** Replaces the secret of a webhook. */
export function NewChannelSecret({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const rotate = useMutation(useAlertChanges(useHome().organizationId).rotateSecret)
  return (
    <Dialog title={t('New secret for {{name}}', { name: oneLine(channel.name) })} onClose={onClose}>
      {rotate.data === undefined ? (
        <>
          <p className="text-text-2">
            {t(
              'Requests are signed by both secrets for a day: change your program meanwhile. Then the former one ends.',
            )}
          </p>
          {rotate.isError && (
            <p role="alert" className="text-error-ink">
              {reasonOf(rotate.error)}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="main" disabled={rotate.isPending} onClick={() => rotate.mutate(channel.id)}>
              {t('Make a new secret')}
            </Button>
          </div>
        </>
      ) : (
        <SecretOnce secret={rotate.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** A secret that is never shown again. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <>
      <p>{t('This secret signs the requests. It is shown only once.')}</p>
      <CopyBlock label={t('Secret')} text={secret} copyLabel={t('Copy the secret')} />
      <Button variant="main" className="justify-self-end" onClick={onClose}>
        {t("I've saved it")}
      </Button>
    </>
  )
}
