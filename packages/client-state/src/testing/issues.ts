import type { Schemas } from '@bugle/api-client'

type Issue = Schemas['Issue']

/** An unresolved issue with the given fields. */
export function issueWith(fields: Partial<Issue> & { id: string }): Issue {
  return {
    short_id: fields.id.toUpperCase(),
    project_id: 'prj_1',
    type: 'TypeError',
    message: '',
    level: 'error',
    status: 'unresolved',
    substatus: 'ongoing',
    count: 1,
    users: 0,
    first_seen: '2026-11-01T00:00:00.000Z',
    last_seen: '2026-11-02T00:00:00.000Z',
    assignee: null,
    snooze: null,
    resolution: null,
    ...fields,
  } as Issue
}

/** A page of a list. */
export function pageOf(issues: Issue[], counts: Partial<Schemas['StatusCounts']> = {}): Schemas['IssuePage'] {
  return {
    issues,
    next_cursor: null,
    status_counts: { unresolved: 0, snoozed: 0, resolved: 0, ignored: 0, ...counts },
    counts: { exact: true, since: null, from: null, to: null },
  }
}
