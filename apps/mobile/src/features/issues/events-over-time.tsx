import type { Schemas } from '@bugle/api-client'
import { exactCount, formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { View } from 'react-native'
import { Sparkline } from '../../components/sparkline'
import { Txt } from '../../components/txt'
import { useColors } from '../../theme'

/** The events of the last days as a chart, below the numbers: whether it gets worse. */
export function EventsOverTime({ stats }: { stats: Schemas['Stats'] }) {
  const colors = useColors()
  return (
    <View
      style={{
        paddingHorizontal: 16,
        paddingVertical: 12,
        gap: 6,
        backgroundColor: colors.surface,
        borderBottomWidth: 1,
        borderColor: colors.border,
      }}
    >
      <Chart counts={stats.series[0]?.counts ?? []} total={stats.total} />
      <Txt kind="meta" color="text3">
        <Txt kind="meta" color="text2" role="heading" aria-level={2}>
          {t('Events over time')}
        </Txt>
        {'  '}
        {formatDateTime(stats.from)} – {formatDateTime(stats.to)}
      </Txt>
    </View>
  )
}

function Chart({ counts, total }: { counts: number[]; total: number }) {
  const [width, setWidth] = useState(0)
  return (
    <View onLayout={({ nativeEvent }) => setWidth(nativeEvent.layout.width)} style={{ height: 48 }}>
      {width > 0 && (
        <Sparkline
          counts={counts}
          width={width}
          height={48}
          label={t('{{total}} in total, at most {{peak}} at once', {
            total: exactCount(total),
            peak: exactCount(Math.max(0, ...counts)),
          })}
        />
      )}
    </View>
  )
}
