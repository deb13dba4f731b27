/** What English needs beside the sentences themselves: the singular of those that count. */
export const labels: Record<string, string> = {
  'Merge {{count, number}} issues_one': 'Merge {{count, number}} issue',
  'Merged {{count, number}} issues into {{id}}_one': 'Merged {{count, number}} issue into {{id}}',
  'Refused {{count, number}} events._one': 'Refused {{count, number}} event.',
  'The type and {{count, number}} frames of the stack are the same._one':
    'The type and {{count, number}} frame of the stack are the same.',
  'snoozed it until {{count, number}} events in all_one': 'snoozed it until {{count, number}} event in all',
  'snoozed it until {{count, number}} users in all_one': 'snoozed it until {{count, number}} user in all',
  'The {{count, number}} events with {{value}}; with Alt those without_one':
    'The {{count, number}} event with {{value}}; with Alt those without',
  '{{count, number}} are hidden by_one': '{{count, number}} is hidden by',
  '{{count, number}} changes wait._one': '{{count, number}} change waits.',
  '{{count, number}} differ_one': '{{count, number}} differs',
  '{{count, number}} equal events_one': '{{count, number}} equal event',
  '{{count, number}} events_one': '{{count, number}} event',
  '{{count, number}} events of {{person}}_one': '{{count, number}} event of {{person}}',
  '{{count, number}} events in all_one': '{{count, number}} event in all',
  '{{count, number}} issues_one': '{{count, number}} issue',
  '{{count, number}} library frames_one': '{{count, number}} library frame',
  '{{count, number}} more keys_one': '{{count, number}} more key',
  '{{count, number}} others_one': '{{count, number}} other',
  '{{count, number}} recovery codes left_one': '{{count, number}} recovery code left',
  '{{count, number}} releases_one': '{{count, number}} release',
  '{{count, number}} requests in 24 hours_one': '{{count, number}} request in 24 hours',
  '{{count, number}} selected were cleared_one': '{{count, number}} selected was cleared',
  '{{count, number}} users_one': '{{count, number}} user',
  '{{count, number}} users in all_one': '{{count, number}} user in all',
  '{{count, number}} were not: {{reason}}_one': '{{count, number}} was not: {{reason}}',
  '{{count, number}} matching events_one': '{{count, number}} matching event',
  '{{count, number}} different values_one': '{{count, number}} value',
  'Events with the same type and {{count, number}} frames join it._one':
    'Events with the same type and {{count, number}} frame join it.',
  'Sign out {{count, number}} other sessions_one': 'Sign out {{count, number}} other session',
  'Signed out {{count, number}} other sessions_one': 'Signed out {{count, number}} other session',
  '{{count, number}} events and their counts are deleted with it. This cannot be undone._one':
    '{{count, number}} event and its counts are deleted with it. This cannot be undone.',
  '{{count, number}} unresolved issues and everything else in it are deleted. This cannot be undone._one':
    '{{count, number}} unresolved issue and everything else in it are deleted. This cannot be undone.',
  '{{count, number}} new issues in {{version}}_one': '{{count, number}} new issue in {{version}}',
}
