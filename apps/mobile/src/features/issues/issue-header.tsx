import { formatAge, oneLine, shortCount, typeName } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { LevelIcon, levelLabel } from '../../components/level-icon'
import { isTextLarge, lines, Txt } from '../../components/txt'
import { useIsSplit } from '../../lib/use-is-split'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { projectsQuery } from '../projects/queries'
import type { Issue } from './queries'
import { StatusPill } from './status-pill'
import { WhatChanged } from './what-changed'

/** Shows an issue's title and message, how often it happened, and what changed about it. */
export function IssueHeader({ issue }: { issue: Issue }) {
  const colors = useColors()
  // Beside a list there is no bar above, which names the issue.
  const isSplit = useIsSplit()
  const now = useNow()
  const projectName = useQuery(projectsQuery).data?.find(({ id }) => id === issue.project_id)?.name
  const message = oneLine(issue.message).trim()
  const inLine = isTextLarge() ? 2 : 4
  const facts: [label: string, value: string][] = [
    [t('Events'), shortCount(issue.count)],
    [t('Users'), issue.users === 0 ? '–' : `${issue.users_approx ? '~' : ''}${shortCount(issue.users)}`],
    [t('Last seen'), formatAge(issue.last_seen, now)],
    [t('First seen'), formatAge(issue.first_seen, now)],
  ]
  return (
    <View style={{ backgroundColor: colors.surface, borderBottomWidth: 1, borderColor: colors.border }}>
      <View style={{ padding: 16, gap: 8 }}>
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
          <LevelIcon level={issue.level} />
          <Txt kind="label" color="text2">
            {levelLabel(issue.level)}
          </Txt>
          {projectName !== undefined && (
            <Txt kind="label" color="text3" numberOfLines={lines(1)} style={{ flexShrink: 1 }}>
              {oneLine(projectName)}
            </Txt>
          )}
          <StatusPill issue={issue} />
          {isSplit && (
            <>
              <View style={{ flex: 1 }} />
              <Txt kind="mono" color="text3" selectable>
                {issue.short_id}
              </Txt>
            </>
          )}
        </View>
        <Txt kind="title" role="heading" aria-level={1} selectable>
          {typeName(issue.type)}
        </Txt>
        {message !== '' && (
          <Txt color="text2" selectable numberOfLines={12}>
            {message}
          </Txt>
        )}
        {issue.culprit !== null && (
          <Txt kind="mono" color="text3" selectable>
            {oneLine(issue.culprit)}
          </Txt>
        )}
      </View>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', borderTopWidth: 1, borderColor: colors.border }}>
        {facts.map(([label, value], index) => (
          <View
            key={label}
            style={{
              flexGrow: 1,
              flexBasis: inLine === 2 ? '45%' : 0,
              paddingVertical: 10,
              paddingHorizontal: 6,
              alignItems: 'center',
              borderLeftWidth: index % inLine === 0 ? 0 : 1,
              borderTopWidth: index < inLine ? 0 : 1,
              borderColor: colors.border,
            }}
          >
            <Txt kind="strong">{value}</Txt>
            <Txt kind="small" color="text3" numberOfLines={lines(2)} style={{ textAlign: 'center' }}>
              {label}
            </Txt>
          </View>
        ))}
      </View>
      <WhatChanged issueId={issue.id} />
      {(issue.last_release !== null || issue.assignee !== null) && (
        <View style={{ paddingHorizontal: 16, paddingVertical: 10, borderTopWidth: 1, borderColor: colors.border }}>
          {issue.last_release !== null && (
            <Txt kind="meta" color="text3">
              {t('Last in')}{' '}
              <Txt kind="mono" color="text2">
                {oneLine(issue.last_release)}
              </Txt>
            </Txt>
          )}
          {issue.assignee !== null && (
            <Txt kind="meta" color="text3">
              {t('Assigned to {{name}}', { name: oneLine(issue.assignee.name) })}
            </Txt>
          )}
        </View>
      )}
    </View>
  )
}
