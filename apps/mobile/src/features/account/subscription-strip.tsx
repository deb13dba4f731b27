import { t } from '@bugle/presentation/i18n'
import { subscriptionNote } from '@bugle/presentation/subscription'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { TriangleAlert } from '../../components/icons'
import { iconSize, Txt } from '../../components/txt'
import { meQuery } from '../../lib/account'
import { useColors } from '../../theme'

/** Says that events are refused, or soon are, because a subscription ended. */
export function SubscriptionStrip() {
  const colors = useColors()
  const me = useQuery(meQuery).data
  const note = me === undefined ? undefined : subscriptionNote(me.subscription)
  if (note === undefined) return null
  return (
    <View
      role="status"
      style={{
        flexDirection: 'row',
        gap: 10,
        paddingHorizontal: 16,
        paddingVertical: 10,
        backgroundColor: colors.warningWash,
      }}
    >
      <TriangleAlert size={iconSize(18)} color={colors.warningInk} />
      <View style={{ flex: 1 }}>
        <Txt kind="label" color="warningInk">
          {me?.subscription.status === 'expired' ? t('Your subscription has ended.') : t('Subscription')}
        </Txt>
        <Txt kind="meta" color="warningInk">
          {note}
        </Txt>
      </View>
    </View>
  )
}
