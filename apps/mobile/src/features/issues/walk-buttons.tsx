import type { Place } from '@bugle/client-state/walk'
import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { IconButton } from '../../components/button'
import { ChevronLeft, ChevronRight } from '../../components/icons'
import { Txt } from '../../components/txt'

/** Goes through the list that the issue was opened from. */
export function WalkButtons({ place, onGo }: { place: Place; onGo: (id: string) => void }) {
  const { position, total, previous, next } = place
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center' }}>
      <Txt kind="meta" color="text3">
        {t('{{position}} of {{total}}', { position: exactCount(position), total: exactCount(total) })}
      </Txt>
      <IconButton
        label={t('Previous issue')}
        icon={ChevronLeft}
        isDisabled={previous === undefined}
        onPress={() => previous !== undefined && onGo(previous)}
      />
      <IconButton
        label={t('Next issue')}
        icon={ChevronRight}
        isDisabled={next === undefined}
        onPress={() => next !== undefined && onGo(next)}
      />
    </View>
  )
}
