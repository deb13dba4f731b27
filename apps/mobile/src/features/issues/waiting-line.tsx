import { useStore } from '@bugle/client-state/react'
import { unsentOf } from '@bugle/client-state/unsent'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { Clock } from '../../components/icons'
import { iconSize, Txt } from '../../components/txt'
import { queryClient } from '../../lib/queries'
import { useColors } from '../../theme'
import { useWaiting } from './outbox'

const unsent = unsentOf(queryClient)

/** Says that the screen shows a decision or a comment about the issue which the server does not have yet. */
export function WaitingLine({ issueId }: { issueId: string }) {
  const colors = useColors()
  const waiting = useWaiting().filter((one) => one.issueId === issueId)
  const isUnderWay = useStore(unsent).issueIds.has(issueId)
  if (waiting.length === 0 && !isUnderWay) return null
  const hasComment = waiting.some(({ kind }) => kind === 'comment')
  return (
    <View
      role="status"
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: 8,
        paddingHorizontal: 16,
        paddingVertical: 8,
        backgroundColor: colors.warningWash,
      }}
    >
      <Clock size={iconSize(16)} color={colors.warningInk} />
      <Txt kind="meta" color="warningInk" style={{ flex: 1 }}>
        {waiting.length === 0
          ? t('Your decision is being sent…')
          : hasComment
            ? t('Your comment will be sent when the server responds.')
            : t('Your decision will be sent when the server responds.')}
      </Txt>
    </View>
  )
}
