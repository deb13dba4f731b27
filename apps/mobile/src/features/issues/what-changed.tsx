import { cameBackText, rateText } from '@bugle/presentation/changes-text'
import { formatPercent, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { Zap } from '../../components/icons'
import { iconSize, Txt } from '../../components/txt'
import { useColors } from '../../theme'
import { changesQuery } from './queries'

/** How the issue differs from usual: when it came back, its rate, and values that stand out. */
export function WhatChanged({ issueId }: { issueId: string }) {
  const colors = useColors()
  const { data: changes } = useQuery(changesQuery(issueId))
  if (changes === undefined) return null
  const rate = rateText(changes.rate)
  const parts = [
    cameBackText(changes),
    changes.first_release === null ? undefined : `${t('First in')} ${oneLine(changes.first_release.version)}`,
    rate === undefined ? undefined : `${rate} ${t('in 24 hours')}`,
    ...changes.distinctive_values.slice(0, 3).map(({ value, share, usual_share }) => {
      const usual = usual_share === null ? '' : ` (${t('usually {{share}}', { share: formatPercent(usual_share) })})`
      return `${oneLine(value === '' ? t('(empty)') : value)} ${formatPercent(share)}${usual}`
    }),
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return null
  return (
    <View
      style={{
        flexDirection: 'row',
        gap: 10,
        paddingHorizontal: 16,
        paddingVertical: 10,
        borderTopWidth: 1,
        borderColor: colors.border,
      }}
    >
      <View style={{ paddingTop: 2 }}>
        <View role="img" aria-label={t('What changed')}>
          <Zap size={iconSize(16)} color={colors.text3} />
        </View>
      </View>
      <Txt kind="label" color="text2" style={{ flex: 1 }}>
        {parts.join(' · ').replaceAll(' %', '\u00a0%')}
      </Txt>
    </View>
  )
}
