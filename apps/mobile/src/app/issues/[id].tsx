import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useEffect } from 'react'
import { View } from 'react-native'
import { CircleHelp } from '../../components/icons'
import { Bar } from '../../components/screen'
import { Empty } from '../../components/states'
import { IssueDetail } from '../../features/issues/issue-detail'
import { issueQuery } from '../../features/issues/queries'
import { usePlace } from '../../features/issues/walk'
import { WalkButtons } from '../../features/issues/walk-buttons'
import { canChooseServer } from '../../lib/server-address'
import { changeServer, knownServers, useSession } from '../../lib/session'
import { useColors } from '../../theme'

export default function IssueScreen() {
  const colors = useColors()
  const { id, s: host } = useLocalSearchParams<{ id: string; s?: string }>()
  const { server } = useSession()
  const router = useRouter()
  const go = (next: string) => router.replace({ pathname: '/issues/[id]', params: { id: next } })
  // An address may come from a link: only ids are looked up, and only at servers that one is signed in to.
  const named = host === undefined ? undefined : knownServers().find(({ url }) => new URL(url).host === host)
  const isElsewhere = canChooseServer && host !== undefined && named?.url !== server
  const isId = /^iss_[\w-]+$/.test(id) && !isElsewhere
  const place = usePlace(id, isId)
  useEffect(() => {
    if (isElsewhere && named !== undefined) void changeServer(named.url)
  }, [isElsewhere, named])
  const issue = useQuery({ ...issueQuery(id), enabled: isId })
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Bar
        title={issue.data?.issue.short_id ?? t('Issue')}
        back="/issues"
        right={place !== undefined && place.total > 1 && <WalkButtons place={place} onGo={go} />}
      />
      {isId ? (
        <IssueDetail key={id} id={id} onGo={go} />
      ) : (
        <Empty icon={CircleHelp} title={t('There is nothing here, or it belongs to another account.')} />
      )}
    </View>
  )
}
