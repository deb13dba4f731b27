import { formatAge, oneLine, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { Pressable, View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { Boxes, ChevronRight, Plus } from '../../components/icons'
import { Screen } from '../../components/screen'
import { Empty, LoadFailed, Skeleton } from '../../components/states'
import { iconSize, lines, Txt } from '../../components/txt'
import { SubscriptionStrip } from '../../features/account/subscription-strip'
import { type Project, projectsQuery } from '../../features/projects/queries'
import { useMay, useOrganizationNames } from '../../lib/account'
import { enterKey, rowKeys } from '../../lib/row-keys'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'

export default function Projects() {
  const router = useRouter()
  const colors = useColors()
  const now = useNow()
  const projects = useQuery(projectsQuery)
  const organizations = useOrganizationNames()
  const mayAdd = useMay()('project:write')
  const add = () => router.push('/projects/new')
  return (
    <Screen
      title={t('Projects')}
      isLarge
      maxWidth="100%"
      isPadded={false}
      {...(mayAdd && {
        right: <IconButton label={t('New project')} icon={Plus} color="accentInk" onPress={add} />,
      })}
      onRefresh={() => void projects.refetch()}
      isRefreshing={projects.isRefetching}
    >
      <SubscriptionStrip />
      {projects.isPending ? (
        <Skeleton height={76} />
      ) : projects.data === undefined ? (
        <LoadFailed error={projects.error} onRetry={() => void projects.refetch()} />
      ) : projects.data.length === 0 ? (
        <Empty icon={Boxes} title={t('No project yet')} text={t('A project is one app that sends errors.')}>
          {mayAdd && <Button kind="main" icon={Plus} label={t('Create project')} onPress={add} />}
        </Empty>
      ) : (
        byOrganization(projects.data, organizations).map(({ id, name, all }) => (
          <View key={id}>
            {name !== undefined && (
              <Txt
                kind="label"
                color="text2"
                role="heading"
                aria-level={2}
                style={{ paddingHorizontal: 16, paddingTop: 16, paddingBottom: 8 }}
              >
                {name}
              </Txt>
            )}
            <View
              role="list"
              style={{ borderTopWidth: 1, borderColor: colors.border, backgroundColor: colors.surface }}
            >
              {all.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  now={now}
                  onPress={() => router.push({ pathname: '/projects/[id]', params: { id: project.id } })}
                />
              ))}
            </View>
          </View>
        ))
      )}
    </Screen>
  )
}

/** Groups projects by their organization, where there are several; otherwise they are one group without a name. */
function byOrganization(
  projects: Project[],
  organizations: ReadonlyMap<string, string>,
): { id: string; name?: string; all: Project[] }[] {
  const ids = new Set(projects.map(({ organization_id }) => organization_id))
  if (ids.size < 2) return [{ id: '', all: projects }]
  return [...ids].map((id) => ({
    id,
    name: organizations.get(id) ?? t('Organization'),
    all: projects.filter(({ organization_id }) => organization_id === id),
  }))
}

function ProjectRow({ project, now, onPress }: { project: Project; now: number; onPress: () => void }) {
  const colors = useColors()
  const last = project.last_event_at
  const facts =
    last === null
      ? [t('Nothing received yet.')]
      : [
          t('{{count, number}} events in 24 hours', { count: project.events_24h }),
          t('last {{age}} ago', { age: formatAge(last, now) }),
        ]
  return (
    <View role="listitem">
      <Pressable
        role="link"
        aria-label={[project.name, t('{{count}} unresolved', { count: project.unresolved_count }), ...facts].join(', ')}
        onPress={onPress}
        {...rowKeys({ [enterKey]: onPress })}
        style={({ pressed }) => ({
          minHeight: 72,
          flexDirection: 'row',
          alignItems: 'center',
          gap: 12,
          paddingHorizontal: 16,
          paddingVertical: 12,
          borderBottomWidth: 1,
          borderColor: colors.border,
          backgroundColor: pressed ? colors.pressed : 'transparent',
        })}
      >
        <View style={{ flex: 1, gap: 2 }}>
          <Txt kind="strong" numberOfLines={lines(1)}>
            {oneLine(project.name)}
          </Txt>
          <Txt kind="meta" color="text3" numberOfLines={lines(2)}>
            {facts.join(' · ')}
          </Txt>
        </View>
        <View style={{ alignItems: 'flex-end' }}>
          <Txt kind="section" color={project.unresolved_count > 0 ? 'text' : 'text3'}>
            {shortCount(project.unresolved_count)}
          </Txt>
          <Txt kind="small" color="text3">
            {t('unresolved')}
          </Txt>
        </View>
        <ChevronRight size={iconSize(18)} color={colors.text3} />
      </Pressable>
    </View>
  )
}
