import { titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useDeferredValue } from 'react'
import { LevelIcon } from '../../../components/level-icon.tsx'
import { foundIssuesQuery } from './list-queries.ts'

interface FoundIssuesProps {
  text: string
  itemClass: string
  run: (action: () => void) => void
}

/** Issues of any project and status that match the typed text or short id. */
export function FoundIssues({ text, itemClass, run }: FoundIssuesProps) {
  const navigate = useNavigate()
  const query = useDeferredValue(text.trim())
  const found = useQuery({ ...foundIssuesQuery(query), enabled: query.length > 1 }).data ?? []
  if (text.trim().length < 2 || found.length === 0) return null
  return (
    <Command.Group
      heading={t('Issues')}
      forceMount
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-11 **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-text-3"
    >
      {found.map((issue) => (
        <Command.Item
          key={issue.id}
          value={issue.id}
          forceMount
          onSelect={() => run(() => void navigate({ to: '/issues/$issueId', params: { issueId: issue.id } }))}
          className={itemClass}
        >
          <LevelIcon level={issue.level} />
          <span className="from-event min-w-0 grow truncate" dir="auto">
            {titleOf(issue)}
          </span>
          <span className="shrink-0 font-mono text-12 text-text-3">{issue.short_id}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
