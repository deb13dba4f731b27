import { formatTimestamp } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { IconButton } from '../../components/button'
import { ChevronLast, ChevronLeft, ChevronRight } from '../../components/icons'
import { Txt } from '../../components/txt'

interface StepsProps {
  at: string
  position: number | null
  older: string | null
  newer: string | null
  isLatest: boolean
  onChange: (id: string | undefined) => void
}

/** Goes through the events of the issue. */
export function EventSteps({ at, position, older, newer, isLatest, onChange }: StepsProps) {
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', paddingLeft: 16, paddingRight: 4, paddingTop: 8 }}>
      <View style={{ flex: 1 }}>
        <Txt kind="label">{isLatest ? t('Latest event') : t('Event {{position}}', { position: position ?? '–' })}</Txt>
        <Txt kind="meta" color="text3">
          {formatTimestamp(at)}
        </Txt>
      </View>
      <IconButton
        label={t('Older event')}
        icon={ChevronLeft}
        isDisabled={older === null}
        onPress={() => onChange(older ?? undefined)}
      />
      <IconButton
        label={t('Newer event')}
        icon={ChevronRight}
        isDisabled={newer === null}
        onPress={() => onChange(newer ?? undefined)}
      />
      <IconButton
        label={t('Latest event')}
        icon={ChevronLast}
        isDisabled={isLatest}
        onPress={() => onChange(undefined)}
      />
    </View>
  )
}
