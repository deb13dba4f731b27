/** English singulars of texts that count; all other English texts are their own keys. */
export const labels: Record<string, string> = {
  'Merge {{count, number}} issues_one': 'Merge {{count, number}} issue',
  'Merged {{count, number}} issues into {{id}}_one': 'Merged {{count, number}} issue into {{id}}',
  'Refused {{count, number}} events._one': 'Refused {{count, number}} event.',
  'The type and {{count, number}} frames of the stack are the same._one':
    'The type and {{count, number}} frame of the stack are the same.',
  'snoozed it until {{count, number}} events in total_one': 'snoozed it until {{count, number}} event in total',
  'snoozed it until {{count, number}} users in total_one': 'snoozed it until {{count, number}} user in total',
  'Show the {{count, number}} events with {{value}}. Alt-click: those without_one':
    'Show the {{count, number}} event with {{value}}. Alt-click: those without',
  '{{count, number}} are hidden by_one': '{{count, number}} is hidden by',
  '{{count, number}} changes are waiting to be sent._one': '{{count, number}} change is waiting to be sent.',
  '{{count, number}} differ_one': '{{count, number}} differs',
  '{{count, number}} identical events_one': '{{count, number}} identical event',
  '{{count, number}} events_one': '{{count, number}} event',
  '{{count, number}} events of {{person}}_one': '{{count, number}} event of {{person}}',
  '{{count, number}} events in total_one': '{{count, number}} event in total',
  '{{count, number}} issues_one': '{{count, number}} issue',
  '{{count, number}} library frames_one': '{{count, number}} library frame',
  '{{count, number}} more keys_one': '{{count, number}} more key',
  '{{count, number}} others_one': '{{count, number}} other',
  '{{count, number}} recovery codes left_one': '{{count, number}} recovery code left',
  '{{count, number}} releases_one': '{{count, number}} release',
  '{{count, number}} requests in 24 hours_one': '{{count, number}} request in 24 hours',
  '{{count, number}} users_one': '{{count, number}} user',
  '{{count, number}} users in total_one': '{{count, number}} user in total',
  '{{count, number}} matching events_one': '{{count, number}} matching event',
  '{{count, number}} different values_one': '{{count, number}} value',
  'Events with the same type and {{count, number}} frames join it._one':
    'Events with the same type and {{count, number}} frame join it.',
  'Sign out {{count, number}} other sessions_one': 'Sign out {{count, number}} other session',
  'Signed out {{count, number}} other sessions_one': 'Signed out {{count, number}} other session',
  'This deletes {{count, number}} events and their counts. It cannot be undone._one':
    'This deletes {{count, number}} event and its counts. It cannot be undone.',
  'This deletes {{count, number}} unresolved issues and everything else in the project. It cannot be undone._one':
    'This deletes {{count, number}} unresolved issue and everything else in the project. It cannot be undone.',
  '{{count, number}} new issues in {{version}}_one': '{{count, number}} new issue in {{version}}',
  '{{count, number}} frames_one': '{{count, number}} frame',
  'Uploaded {{count, number}} files_one': 'Uploaded {{count, number}} file',
  '{{count, number}} sources_one': '{{count, number}} source',
  '{{count, number}} other files_one': '{{count, number}} other file',
}
