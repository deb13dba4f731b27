import Svg, { Path } from 'react-native-svg'
import { useColors } from '../theme'

interface SparklineProps {
  counts: number[]
  width: number
  height: number
  label: string
}

/** Bars from zero to their own peak; an empty bucket is a tick, and one event at least two pixels. The last bar is paler: its bucket still counts. */
export function Sparkline({ counts, width, height, label }: SparklineProps) {
  const colors = useColors()
  const peak = Math.max(0, ...counts)
  const step = width / Math.max(1, counts.length)
  const wide = Math.max(1, step - (step > 6 ? 2 : 1))
  const last = counts.length - 1
  const paths = { empty: '', full: '', latest: '' }
  counts.forEach((count, index) => {
    const tall = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * height))
    const path = count === 0 ? 'empty' : index === last ? 'latest' : 'full'
    paths[path] += `M${index * step} ${height}v${-tall}h${wide}v${tall}z`
  })
  return (
    <Svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {paths.empty !== '' && <Path d={paths.empty} fill={colors.border} />}
      {paths.full !== '' && <Path d={paths.full} fill={colors.chartBar} />}
      {paths.latest !== '' && <Path d={paths.latest} fill={colors.chartBar} opacity={0.6} />}
    </Svg>
  )
}
