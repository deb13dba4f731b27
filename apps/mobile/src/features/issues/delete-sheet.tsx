import { nameOf } from '@bugle/client-state/changes/name-of'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { FormProblem } from '../../components/form-problem'
import { Sheet } from '../../components/sheet'
import { reasonOf } from '../../components/states'
import { Txt } from '../../components/txt'
import { useDeleteIssues } from './decide'
import type { Issue } from './queries'

interface DeleteSheetProps {
  issues: Issue[]
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before issues are deleted: the one decision without undo. */
export function DeleteSheet({ issues, isOpen, onClose, onDone }: DeleteSheetProps) {
  const remove = useDeleteIssues()
  const name = nameOf(issues)
  const events = issues.reduce((sum, { count }) => sum + count, 0)
  const run = () =>
    remove.mutate(issues, {
      onSuccess: () => {
        onClose()
        onDone()
      },
    })
  return (
    <Sheet title={t('Delete {{name}}', { name })} isOpen={isOpen} onClose={onClose}>
      <View style={{ padding: 20, gap: 12 }}>
        <Txt color="text2">
          {t('This deletes {{count, number}} events and their counts. It cannot be undone.', { count: events })}{' '}
          {t('If the error happens again, it starts a new issue.')}
        </Txt>
        <FormProblem text={remove.error === null ? undefined : reasonOf(remove.error)} />
        <Button label={t('Cancel')} onPress={onClose} />
        <Button kind="danger" label={t('Delete {{name}}', { name })} isBusy={remove.isPending} onPress={run} />
      </View>
    </Sheet>
  )
}
