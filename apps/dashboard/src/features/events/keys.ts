/** Cache keys of the event queries. */
export const eventKeys = {
  detail: (id: string, search: string | undefined) => ['event', id, search],
  oldest: (issueId: string) => ['oldest-event', issueId],
  list: (issueId: string, search: string | undefined) => ['events', issueId, search],
}
