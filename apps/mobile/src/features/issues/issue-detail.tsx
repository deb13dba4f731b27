import { findListed } from '@bugle/client-state/listed-issue'
import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollView, View } from 'react-native'
import { Part } from '../../components/part'
import { Section } from '../../components/section'
import { LoadFailed, Skeleton } from '../../components/states'
import { useToastRoom } from '../../components/toasts'
import { useMayIn } from '../../lib/account'
import { useColors } from '../../theme'
import { AlertOfIssue } from '../alerts/open-alerts'
import { Breadcrumbs } from '../events/breadcrumbs'
import { EventData } from '../events/event-data'
import { EventFacts } from '../events/event-facts'
import { Screenshot } from '../events/screenshot'
import { Stack, stackText } from '../events/stack'
import { projectsQuery } from '../projects/queries'
import { Activity } from './activity'
import { DecisionBar } from './decision-bar'
import { EventSteps, StepFailed } from './event-steps'
import { EventsOverTime } from './events-over-time'
import { IssueTags } from './issue-tags'
import { issueQuery } from './queries'
import { useShownEvent } from './shown-event'
import { SwipedHeader } from './swiped-header'
import { WaitingLine } from './waiting-line'

interface IssueDetailProps {
  id: string
  /** Shows another issue in the place of this one. */
  onGo: (id: string) => void
}

/** An issue: what happened, where, how often, and what to do about it within reach of the thumb. */
export function IssueDetail({ id, onGo }: IssueDetailProps) {
  const colors = useColors()
  // The row of the list is shown at once; without a network it is all there is.
  const toastRoom = useToastRoom()
  const client = useQueryClient()
  const initialData = () => {
    const issue = findListed(client, id)
    return issue && { issue }
  }
  const detail = useQuery({ ...issueQuery(id), initialData, initialDataUpdatedAt: 0 })
  const { shown, isLatest, isGoing, failure, go, retry } = useShownEvent(detail.data?.latest_event)
  const projects = useQuery(projectsQuery).data
  const home = projects?.find((project) => project.id === detail.data?.issue.project_id)?.organization_id
  const may = useMayIn(home)
  if (detail.isPending) return <Skeleton rows={5} />
  if (detail.data === undefined) return <LoadFailed error={detail.error} onRetry={() => void detail.refetch()} />
  const { issue, stats, tags = [] } = detail.data
  const event = shown?.event
  return (
    <View style={{ flex: 1, backgroundColor: colors.bg }}>
      <ScrollView style={{ flex: 1 }} contentContainerStyle={{ paddingBottom: toastRoom }}>
        <WaitingLine issueId={issue.id} />
        {home !== undefined && <AlertOfIssue issueId={issue.id} organizationId={home} />}
        <Part name={t('Issue')} of={issue.id}>
          <SwipedHeader issue={issue} isReadOnly={!may('issue:write')} onGo={onGo} />
        </Part>
        {stats !== undefined && stats.total > 0 && (
          <Part name={t('Events over time')} of={issue.id}>
            <EventsOverTime stats={stats} />
          </Part>
        )}
        {event === undefined && detail.isFetching && <Skeleton rows={4} />}
        {event === undefined && !detail.isFetching && (
          <LoadFailed error={detail.error} onRetry={() => void detail.refetch()} />
        )}
        {event !== undefined && (
          <View aria-busy={isGoing} style={isGoing && { opacity: 0.5 }}>
            <Part name={t('Event')} of={event.id}>
              <EventSteps
                at={event.occurred_at}
                position={shown?.position ?? null}
                older={shown?.previous_id ?? null}
                newer={shown?.next_id ?? null}
                isLatest={isLatest}
                onChange={go}
              />
              {failure !== undefined && <StepFailed error={failure} onRetry={retry} />}
            </Part>
            <Part name={t('Stack')} of={event.id}>
              <Stack event={event} />
            </Part>
            <Part name={t('Screenshot')} of={event.id}>
              {event.screenshot_url !== null && <Screenshot key={event.id} path={event.screenshot_url} />}
            </Part>
            <Part name={t('Breadcrumbs')} of={event.id}>
              <Breadcrumbs event={event} />
            </Part>
            <Part name={t('This event')} of={event.id}>
              <EventFacts event={event} />
            </Part>
            <Part name={t('Contexts')} of={event.id}>
              <EventData title={t('Contexts')} data={event.contexts} />
            </Part>
            <Part name={t('Extra')} of={event.id}>
              <EventData title={t('Extra')} data={event.extra} />
            </Part>
          </View>
        )}
        {tags.length > 0 && (
          <Section title={t('Tags')}>
            <Part name={t('Tags')} of={issue.id}>
              <IssueTags tags={tags} />
            </Part>
          </Section>
        )}
        <Part name={t('Activity')} of={issue.id}>
          <Activity issue={issue} mayComment={may('issue:write')} />
        </Part>
      </ScrollView>
      <DecisionBar
        issue={issue}
        may={may}
        onGo={onGo}
        text={() => (event === undefined ? issue.title : stackText(issue, event))}
      />
    </View>
  )
}
