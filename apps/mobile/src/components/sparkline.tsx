import Svg, { Path } from 'react-native-svg'
import { useColors } from '../theme'

interface SparklineProps {
  counts: number[]
  width: number
  height: number
  label: string
}

/** Bars from zero to their own peak; an empty bucket is a tick, and one event at least two pixels. The last is not over. */
export function Sparkline({ counts, width, height, label }: SparklineProps) {
  const colors = useColors()
  const peak = Math.max(0, ...counts)
  const step = width / Math.max(1, counts.length)
  const wide = Math.max(1, step - (step > 6 ? 2 : 1))
  const draw = (belongs: (index: number, count: number) => boolean) =>
    counts
      .map((count, index) => {
        if (!belongs(index, count)) return ''
        const tall = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * height))
        return `M${index * step} ${height}v${-tall}h${wide}v${tall}z`
      })
      .join('')
  const last = counts.length - 1
  return (
    <Svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Path d={draw((_, count) => count === 0)} fill={colors.border} />
      <Path d={draw((index, count) => count > 0 && index < last)} fill={colors.chartBar} />
      <Path d={draw((index, count) => count > 0 && index === last)} fill={colors.chartBar} opacity={0.6} />
    </Svg>
  )
}
