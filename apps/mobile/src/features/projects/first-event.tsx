import { titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { refusalOf } from '@bugle/presentation/refusals'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { ActivityIndicator, View } from 'react-native'
import { Button } from '../../components/button'
import { CircleCheck, TriangleAlert } from '../../components/icons'
import { reasonOf } from '../../components/states'
import { iconSize, lines, Txt } from '../../components/txt'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { firstEventQuery, type Project } from './queries'

/** Counts the seconds until an event arrives, and then becomes that event. */
export function FirstEvent({ project }: { project: Project }) {
  const colors = useColors()
  const router = useRouter()
  const first = useQuery(firstEventQuery(project.id))
  const [since] = useState(() => Date.now())
  const seconds = Math.max(0, Math.floor((useNow(1000) - since) / 1000))
  const issue = first.data?.issue
  if (issue !== undefined)
    return (
      <View role="status" style={{ gap: 12 }}>
        <View style={{ flexDirection: 'row', gap: 8, alignItems: 'center' }}>
          <CircleCheck size={iconSize(20)} color={colors.ok} />
          <Txt kind="strong">{t('Your first event has arrived.')}</Txt>
        </View>
        <Txt kind="label" color="text2" numberOfLines={lines(3)}>
          {titleOf(issue)}
        </Txt>
        <Button
          kind="main"
          label={t('Open issue')}
          onPress={() => router.push({ pathname: '/issues/[id]', params: { id: issue.id } })}
        />
      </View>
    )
  return (
    <View style={{ gap: 12 }}>
      <View role="status" style={{ flexDirection: 'row', gap: 10, alignItems: 'center' }}>
        <ActivityIndicator size="small" color={colors.ring} aria-label={t('Waiting for the first event…')} />
        <Txt kind="label" style={{ flex: 1 }}>
          {t('Waiting for the first event…')}
        </Txt>
        <Txt kind="meta" color="text3" aria-hidden>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </Txt>
      </View>
      {first.isError && (
        <Txt kind="meta" color="text2">
          {reasonOf(first.error)} {t('Trying again…')}
        </Txt>
      )}
      {(first.data?.refused ?? []).map(({ reason, total, latest_detail }) => (
        <View
          key={reason}
          role="alert"
          style={{ flexDirection: 'row', gap: 8, padding: 12, borderRadius: 10, backgroundColor: colors.warningWash }}
        >
          <TriangleAlert size={iconSize(18)} color={colors.warningInk} />
          <Txt kind="meta" color="warningInk" style={{ flex: 1 }}>
            {t('Refused {{count, number}} events.', { count: total })} {refusalOf(reason, latest_detail, project)}
          </Txt>
        </View>
      ))}
    </View>
  )
}
