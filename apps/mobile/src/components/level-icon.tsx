import { t } from '@bugle/presentation/i18n'
import type { Level } from '@bugle/protocol/vocabulary'
import Svg, { Circle, Path } from 'react-native-svg'
import { useColors } from '../theme'
import { Info, TriangleAlert } from './icons'
import { iconSize } from './txt'

export function levelLabel(level: Level): string {
  return { fatal: t('Fatal'), error: t('Error'), warning: t('Warning'), info: t('Info') }[level]
}

/** A level by its shape first; its color comes third. */
export function LevelIcon({ level, size: usual = 18 }: { level: Level; size?: number }) {
  const size = iconSize(usual)
  const colors = useColors()
  if (level === 'warning') return <TriangleAlert size={size} color={colors.warning} aria-hidden />
  if (level === 'info') return <Info size={size} color={colors.info} aria-hidden />
  return (
    <Svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      {level === 'fatal' ? (
        <>
          <Path d="M7.9 1.5h8.2l6.4 6.4v8.2l-6.4 6.4H7.9l-6.4-6.4V7.9z" fill={colors.fatal} />
          <Path d="m15.5 8.5-7 7m0-7 7 7" stroke={colors.surface} strokeWidth="2.4" strokeLinecap="round" />
        </>
      ) : (
        <>
          <Circle cx="12" cy="12" r="11" fill={colors.error} />
          <Path d="M12 6.5v6.5m0 4v.01" stroke={colors.surface} strokeWidth="2.6" strokeLinecap="round" />
        </>
      )}
    </Svg>
  )
}
