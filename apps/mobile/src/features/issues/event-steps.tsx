import { formatTimestamp } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { ChevronLast, ChevronLeft, ChevronRight } from '../../components/icons'
import { reasonOf } from '../../components/states'
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

/** Says that another event could not be loaded; the one before stays on the screen. */
export function StepFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <View role="alert" style={{ paddingHorizontal: 16, paddingBottom: 8, gap: 8 }}>
      <Txt kind="meta" color="errorInk">
        {t('That event could not be loaded.')} {reasonOf(error)}
      </Txt>
      <View style={{ flexDirection: 'row' }}>
        <Button label={t('Try again')} onPress={onRetry} />
      </View>
    </View>
  )
}
