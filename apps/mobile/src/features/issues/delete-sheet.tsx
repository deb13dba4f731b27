import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Sheet } from '../../components/sheet'
import { Txt } from '../../components/txt'
import { nameOf, remove } from './decide'
import type { Issue } from './queries'

interface DeleteSheetProps {
  issues: Issue[]
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before issues are deleted: the one decision without undo. */
export function DeleteSheet({ issues, isOpen, onClose, onDone }: DeleteSheetProps) {
  const [isBusy, setIsBusy] = useState(false)
  const name = nameOf(issues)
  const events = issues.reduce((sum, { count }) => sum + count, 0)
  const run = async () => {
    setIsBusy(true)
    const isGone = await remove(issues)
    setIsBusy(false)
    onClose()
    if (isGone) onDone()
  }
  return (
    <Sheet title={t('Delete {{name}}', { name })} isOpen={isOpen} onClose={onClose}>
      <View style={{ padding: 20, gap: 12 }}>
        <Txt color="text2">
          {t('This deletes {{count, number}} events and their counts. It cannot be undone.', { count: events })}{' '}
          {t('If the error happens again, it starts a new issue.')}
        </Txt>
        <Button label={t('Cancel')} onPress={onClose} />
        <Button kind="danger" label={t('Delete {{name}}', { name })} isBusy={isBusy} onPress={() => void run()} />
      </View>
    </Sheet>
  )
}
