/** German texts about Sentry's SDKs (DSNs, health, threads), by the English sentence. */
export const sentry: Record<string, string> = {
  'Sentry SDKs': 'Sentry-SDKs',
  'Any Sentry SDK sends its errors here by a DSN of this project. A DSN can only write, so it may stand in web pages and apps.':
    'Jedes Sentry-SDK sendet seine Fehler mit einem DSN dieses Projekts hierher. Ein DSN kann nur schreiben und darf daher in Webseiten und Apps stehen.',
  'the DSNs': 'die DSNs',
  DSNs: 'DSNs',
  'Revoke {{name}}': '{{name}} widerrufen',
  'Copy DSN': 'DSN kopieren',
  'Revoke the DSN': 'DSN widerrufen',
  'DSN revoked': 'DSN widerrufen',
  'Programs that use it will be refused. It had {{count, number}} requests in the last 24 hours._one':
    'Programme, die ihn verwenden, werden abgewiesen. In den letzten 24 Stunden kam {{count, number}} Anfrage.',
  'Programs that use it will be refused. It had {{count, number}} requests in the last 24 hours._other':
    'Programme, die ihn verwenden, werden abgewiesen. In den letzten 24 Stunden kamen {{count, number}} Anfragen.',
  Label: 'Bezeichnung',
  Default: 'Standard',
  'DSN or key in use elsewhere (optional)': 'Anderswo verwendeter DSN oder Schlüssel (optional)',
  'Create a DSN': 'DSN anlegen',
  Change: 'Ändern',
  'Pages that may send': 'Seiten, die senden dürfen',
  'One origin per line, such as https://shop.example or https://*.shop.example; none for all. Programs without an origin may always send.':
    'Eine Herkunft pro Zeile, zum Beispiel https://shop.example oder https://*.shop.example; keine für alle. Programme ohne Herkunft dürfen immer senden.',
  'Pages of any origin may send.': 'Seiten jeder Herkunft dürfen senden.',
  'Pages of {{origins}} may send.': 'Seiten von {{origins}} dürfen senden.',
  Privacy: 'Datenschutz',
  'Personal data and secrets are removed from events of Sentry SDKs and OpenTelemetry before anything is stored. Events that are stored already stay as they are.':
    'Persönliche Daten und Geheimnisse werden aus Ereignissen der Sentry-SDKs und von OpenTelemetry entfernt, bevor etwas gespeichert wird. Bereits gespeicherte Ereignisse bleiben, wie sie sind.',
  'the settings': 'die Einstellungen',
  'Keep fields of users': 'Angaben zu Nutzern aufbewahren',
  'E-mail address, name, IP address and others that the SDK sends. The id stays anonymous.':
    'E-Mail-Adresse, Name, IP-Adresse und andere, die das SDK sendet. Die ID bleibt anonym.',
  'Keep bodies of requests': 'Inhalte von Anfragen aufbewahren',
  'Without secrets and payment cards. Cookies and credentials are never kept.':
    'Ohne Geheimnisse und Zahlungskarten. Cookies und Zugangsdaten werden nie aufbewahrt.',
  'Remove variables': 'Variablen entfernen',
  'Local variables of frames, and the arguments of the program.':
    'Lokale Variablen der Frames und die Argumente des Programms.',
  'Require an app ID': 'App-ID verlangen',
  'Refuses events that do not name one of this project, in their app context or before the @ of their release.':
    'Weist Ereignisse ab, die keine dieses Projekts nennen, im Kontext der App oder vor dem @ ihrer Version.',
  'Further secret names': 'Weitere geheime Namen',
  'One per line. Values whose name contains one are removed, beside password, token, secret and others.':
    'Einer pro Zeile. Werte, deren Name einen davon enthält, werden entfernt, neben password, token, secret und anderen.',
  'Settings for Sentry SDKs changed': 'Einstellungen für Sentry-SDKs geändert',
  'DSN changed': 'DSN geändert',
  'Page of another origin': 'Seite einer anderen Herkunft',
  'The DSN allows pages of certain origins alone. Add this one in the settings for Sentry SDKs.':
    'Der DSN erlaubt nur Seiten bestimmter Herkunft. Fügen Sie diese in den Einstellungen für Sentry-SDKs hinzu.',
  'A page of {{came}} sent by a DSN that does not allow it.':
    'Eine Seite von {{came}} hat mit einem DSN gesendet, der sie nicht erlaubt.',
  'The line to change': 'Die zu ändernde Zeile',
  'Your program uses a Sentry SDK already?': 'Dein Programm verwendet bereits ein Sentry-SDK?',
  'Change one line': 'Eine Zeile ändern',
  Variables: 'Variablen',
  Threads: 'Threads',
  'Thread {{id}}': 'Thread {{id}}',
  crashed: 'abgestürzt',
  current: 'aktuell',
  '{{count, number}} frames_one': '{{count, number}} Frame',
  '{{count, number}} frames_other': '{{count, number}} Frames',
  Suppressed: 'Unterdrückt',
  'Member of a group': 'Teil einer Gruppe',
  Attachments: 'Anhänge',
  '{{count, number}} fields with personal data or secrets were removed_one':
    '{{count, number}} Feld mit persönlichen Daten oder Geheimnissen wurde entfernt',
  '{{count, number}} fields with personal data or secrets were removed_other':
    '{{count, number}} Felder mit persönlichen Daten oder Geheimnissen wurden entfernt',
  Health: 'Zustand',
  'Crash-free rates': 'Absturzfreie Anteile',
  'the sessions': 'die Sitzungen',
  'No sessions in the last 14 days. Sentry’s SDKs send them with a release.':
    'Keine Sitzungen in den letzten 14 Tagen. Sentrys SDKs senden sie zusammen mit einer Version.',
  'Crash-free sessions': 'Absturzfreie Sitzungen',
  'Crash-free users': 'Absturzfreie Nutzer',
  Crashed: 'Abgestürzt',
  'With errors': 'Mit Fehlern',
  Adoption: 'Verbreitung',
  'Monitors of scheduled jobs': 'Monitore geplanter Jobs',
  'the monitors': 'die Monitore',
  'No monitor yet. The first check-in of a job creates one: by an SDK, or by curl in its crontab.':
    'Noch kein Monitor. Der erste Check-in eines Jobs legt einen an: durch ein SDK oder durch curl in seinem Crontab.',
  'Delete the monitor {{name}}': 'Den Monitor {{name}} löschen',
  'Delete the monitor': 'Monitor löschen',
  'Monitor deleted': 'Monitor gelöscht',
  'Its check-ins are deleted. The next check-in of its job creates it again.':
    'Seine Check-ins werden gelöscht. Der nächste Check-in seines Jobs legt ihn wieder an.',
  'no schedule': 'kein Zeitplan',
  'failing since': 'fehlerhaft seit',
  'waiting for its first result': 'wartet auf das erste Ergebnis',
  'last check-in': 'letzter Check-in',
  'next {{time}}': 'nächster {{time}}',
  'in time': 'pünktlich',
  missed: 'ausgeblieben',
  'took too long': 'dauerte zu lange',
  running: 'läuft',
  '{{failed}} of the last {{all}} check-ins failed': '{{failed}} der letzten {{all}} Check-ins schlugen fehl',
  Feedback: 'Feedback',
  'the feedback': 'das Feedback',
  'Nobody has written yet.': 'Noch hat niemand geschrieben.',
  'Delete this feedback': 'Dieses Feedback löschen',
  'Delete the feedback': 'Feedback löschen',
  'Feedback deleted': 'Feedback gelöscht',
  'The text and the address are deleted. This cannot be undone.':
    'Der Text und die Adresse werden gelöscht. Das lässt sich nicht rückgängig machen.',
  anonymous: 'anonym',
  'Received and not kept:': 'Empfangen und nicht aufbewahrt:',
  'Turn tracing off in the SDK: {{option}}.': 'Schalte Tracing im SDK ab: {{option}}.',
}
