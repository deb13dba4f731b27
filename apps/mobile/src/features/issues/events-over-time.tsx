import type { Schemas } from '@bugle/api-client'
import { exactCount, formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useState } from 'react'
import { View } from 'react-native'
import { Sparkline } from '../../components/sparkline'
import { Txt } from '../../components/txt'

/** The events of the last days as a chart. */
export function EventsOverTime({ stats }: { stats: Schemas['Stats'] }) {
  return (
    <View style={{ padding: 16, gap: 8 }}>
      <Chart counts={stats.series[0]?.counts ?? []} total={stats.total} />
      <Txt kind="meta" color="text3">
        {formatDateTime(stats.from)} – {formatDateTime(stats.to)}
      </Txt>
    </View>
  )
}

function Chart({ counts, total }: { counts: number[]; total: number }) {
  const [width, setWidth] = useState(0)
  return (
    <View onLayout={({ nativeEvent }) => setWidth(nativeEvent.layout.width)} style={{ height: 72 }}>
      {width > 0 && (
        <Sparkline
          counts={counts}
          width={width}
          height={72}
          label={t('{{total}} in total, at most {{peak}} at once', {
            total: exactCount(total),
            peak: exactCount(Math.max(0, ...counts)),
          })}
        />
      )}
    </View>
  )
}
