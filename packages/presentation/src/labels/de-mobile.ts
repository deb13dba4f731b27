/** The mobile app in German, by the English sentence: texts that the dashboard does not have. */
export const labels: Record<string, string> = {
  'A code from your authenticator is asked for at each sign-in, besides the password.':
    'Bei jeder Anmeldung wird außer dem Passwort ein Code aus deiner Authenticator-App verlangt.',
  Activity: 'Verlauf',
  'Add a server': 'Server hinzufügen',
  'Applies to this device only.': 'Gilt nur für dieses Gerät.',
  'Assigned to {{name}}': 'Zugewiesen an {{name}}',
  'Copied the ingest token': 'Ingest-Token kopiert',
  'Copy as text': 'Als Text kopieren',
  'Could not load this.': 'Nicht geladen.',
  'Created on {{day}}': 'Angelegt am {{day}}',
  'Each of these codes replaces the authenticator once. They are shown only now.':
    'Jeder dieser Codes ersetzt die Authenticator-App einmal. Sie werden nur jetzt angezeigt.',
  'Event {{position}}': 'Ereignis {{position}}',
  Hide: 'Ausblenden',
  'Hide the password': 'Passwort verbergen',
  'I have saved them': 'Ich habe sie gespeichert',
  'If there is an account with this e-mail, a link is on its way.':
    'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein Link unterwegs.',
  Inbox: 'Eingang',
  'Issues that are new, came back or grow appear here.':
    'Hier erscheinen Issues, die neu sind, zurückgekehrt sind oder zunehmen.',
  'It is on. {{count, number}} recovery codes left_one':
    'Sie ist aktiv. {{count, number}} Wiederherstellungscode übrig',
  'It is on. {{count, number}} recovery codes left_other':
    'Sie ist aktiv. {{count, number}} Wiederherstellungscodes übrig',
  'Last in': 'Zuletzt in',
  Mine: 'Meine',
  'No project yet': 'Noch kein Projekt',
  'Nothing here.': 'Hier ist nichts.',
  'Nothing since {{time}}.': 'Nichts seit {{time}}.',
  'Open the authenticator': 'Authenticator-App öffnen',
  'Open your authenticator with this key, then enter the six digits that it shows.':
    'Öffne deine Authenticator-App mit diesem Schlüssel und gib die sechs Ziffern ein, die sie anzeigt.',
  'Or a recovery code, to turn it off.': 'Zum Ausschalten auch ein Wiederherstellungscode.',
  'Search, such as level:fatal': 'Suchen, etwa level:fatal',
  Select: 'Auswählen',
  'Send a link': 'Link senden',
  'Send comment': 'Kommentar senden',
  'Separated by spaces. Events with a different one are refused.':
    'Durch Leerzeichen getrennt. Ereignisse mit einer anderen werden abgelehnt.',
  Server: 'Server',
  Servers: 'Server',
  Share: 'Teilen',
  'Share link': 'Link teilen',
  'Show the password': 'Passwort anzeigen',
  'Show the screenshot': 'Screenshot anzeigen',
  Sort: 'Sortieren',
  'This address begins with http: others in the network can read the password. Use https.':
    'Diese Adresse beginnt mit http: Andere im Netz können das Passwort lesen. Verwende https.',
  'This is not the address of a server.': 'Das ist keine Adresse eines Servers.',
  'Unexpected error.': 'Unerwarteter Fehler.',
  'What broke, for whom, and since when.': 'Was kaputt ist, für wen und seit wann.',
  You: 'Du',
  'last {{age}} ago': 'zuletzt vor {{age}}',
  unresolved: 'offen',
  'used {{age}} ago': 'benutzt vor {{age}}',
  '{{count, number}} events in 24 hours_one': '{{count, number}} Ereignis in 24 Stunden',
  '{{count, number}} events in 24 hours_other': '{{count, number}} Ereignisse in 24 Stunden',
  '{{count}} unresolved_one': '{{count}} offen',
  '{{count}} unresolved_other': '{{count}} offen',
  '{{total}} in total, at most {{peak}} at once': '{{total}} insgesamt, höchstens {{peak}} auf einmal',
  'Scan the code': 'Code scannen',
  'On a computer, open Account, Sessions, Open on your phone. Point this phone at the code.':
    'Öffne auf einem Computer Konto, Sitzungen, Auf dem Telefon öffnen. Richte dieses Telefon auf den Code.',
  'On a computer, open Account, Sessions, Open on your phone. Scan the code with the camera of this phone.':
    'Öffne auf einem Computer Konto, Sitzungen, Auf dem Telefon öffnen. Scanne den Code mit der Kamera dieses Telefons.',
  'Or paste the link below the code': 'Oder füge den Link unter dem Code ein',
  'This is not such a link.': 'Das ist kein solcher Link.',
  'With the code of {{host}}.': 'Mit dem Code von {{host}}.',
  'This code belongs to another server. Open the link with its own page.':
    'Dieser Code gehört zu einem anderen Server. Öffne den Link auf dessen Seite.',
  'This code was used or has expired. Show another one on the computer.':
    'Dieser Code wurde benutzt oder ist abgelaufen. Zeige auf dem Computer einen anderen an.',
  'Continue only if you see this code on a screen of your own.':
    'Fahre nur fort, wenn du diesen Code auf einem eigenen Bildschirm siehst.',
  'You are signed in as {{email}}; this replaces it.': 'Du bist als {{email}} angemeldet; das wird ersetzt.',
  'Notifications are not allowed on this device. Allow them in its settings.':
    'Benachrichtigungen sind auf diesem Gerät nicht erlaubt. Erlaube sie in seinen Einstellungen.',
  'Add this page to the home screen first: Share, then Add to Home Screen. There it can notify you.':
    'Lege diese Seite zuerst auf den Home-Bildschirm: Teilen, dann Zum Home-Bildschirm. Von dort kann sie dich benachrichtigen.',
  'Install an app that receives messages first, such as ntfy from F-Droid.':
    'Installiere zuerst eine App, die Nachrichten empfängt, etwa ntfy aus F-Droid.',
  'This device has no push messages for this app. Use the page on the home screen, or mails.':
    'Auf diesem Gerät gibt es für diese App keine Benachrichtigungen. Verwende die Seite auf dem Home-Bildschirm, oder E-Mails.',
  'Know at once': 'Sofort wissen',
  'New issues, and those that came back, appear on this device. Your server sends them, and no one in between can read them.':
    'Neue und wiedergekehrte Issues erscheinen auf diesem Gerät. Dein Server sendet sie, und niemand dazwischen kann sie lesen.',
  'Turn on notifications': 'Benachrichtigungen einschalten',
  'Each project sets which issues notify you.': 'Welche Issues dich benachrichtigen, bestimmt jedes Projekt.',
  'On for this device': 'Auf diesem Gerät ein',
  'last message {{age}} ago': 'letzte Nachricht vor {{age}}',
  'Show the error': 'Fehler anzeigen',
  'Otherwise a message names only the project: others may read the lock screen.':
    'Sonst nennt eine Nachricht nur das Projekt: Andere können den Sperrbildschirm lesen.',
  'The last message could not be sent: {{reason}}': 'Die letzte Nachricht wurde nicht gesendet: {{reason}}',
  'What happens meanwhile follows as one message.': 'Was inzwischen geschieht, folgt als eine Nachricht.',
  'Nothing at night': 'Nachts nichts',
  'Send a test message': 'Testnachricht senden',
  'Sent. It should appear in a moment.': 'Gesendet. Sie sollte gleich erscheinen.',
  'Scan the code of a computer': 'Code eines Computers scannen',
  'This screen failed.': 'Diese Ansicht ist fehlgeschlagen.',
  'The fault is in the app. Your data on the server is as it was.':
    'Der Fehler liegt in der App. Deine Daten auf dem Server sind unverändert.',
  Unlock: 'Entsperren',
  'Offline. Data as of {{time}}.': 'Offline. Daten von {{time}}.',
  'The server is not ready. Data as of {{time}}.': 'Der Server ist nicht bereit. Daten von {{time}}.',
  'Unlock Bugle': 'Bugle entsperren',
  'This app': 'Diese App',
  Lock: 'Sperre',
  'Asks for face, finger or code after five minutes away.':
    'Verlangt nach fünf Minuten Abwesenheit Gesicht, Finger oder Code.',
  'Report faults of this app': 'Fehler dieser App melden',
  'To a project of its own on {{host}}. No texts of events, no e-mails.':
    'An ein eigenes Projekt auf {{host}}. Keine Texte von Ereignissen, keine E-Mail-Adressen.',
  'Use the camera': 'Kamera verwenden',
  'The camera is not allowed for this app. Allow it in the settings, or paste the link.':
    'Die Kamera ist dieser App nicht erlaubt. Erlaube sie in den Einstellungen, oder füge den Link ein.',
  Clear: 'Leeren',
  '{{total}} events': '{{total}} Ereignisse',
  'Show {{count, number}} new issues_one': '{{count, number}} neues Issue anzeigen',
  'Show {{count, number}} new issues_other': '{{count, number}} neue Issues anzeigen',
  'will be sent': 'wird gesendet',
  'Only the {{count, number}} loaded_one': 'Nur das {{count, number}} geladene',
  'Only the {{count, number}} loaded_other': 'Nur die {{count, number}} geladenen',
  'Select all': 'Alle auswählen',
  'None yet. Search or filter, then save it here.': 'Noch keine. Suche oder filtere, dann sichere es hier.',
  'Save the current list as': 'Aktuelle Liste sichern als',
  'For you, by mail and on your devices. Devices are notified unless it is off.':
    'Für dich, per E-Mail und auf deinen Geräten. Geräte werden benachrichtigt, solange es nicht aus ist.',
  Until: 'Bis',
  'Assign…': 'Zuweisen …',
  'All events of this issue have the same fingerprint: there is nothing to unmerge.':
    'Alle Ereignisse dieses Issues haben denselben Fingerprint: es gibt nichts zu trennen.',
  'Unmerge…': 'Trennen …',
  'Your role allows reading only.': 'Deine Rolle erlaubt nur das Lesen.',
  'Your subscription has ended.': 'Dein Abonnement ist beendet.',
  'will be sent when the server responds': 'wird gesendet, sobald der Server antwortet',
  'All members see all projects.': 'Alle Mitglieder sehen alle Projekte.',
  'An invitation that is not accepted ends by itself.': 'Eine Einladung, die nicht angenommen wird, endet von selbst.',
  'Continue on {{host}}': 'Weiter auf {{host}}',
  'Copied the link': 'Link kopiert',
  'Copy the link from the mail, or from whoever invites you.':
    'Kopiere den Link aus der E-Mail, oder von der Person, die dich einlädt.',
  Link: 'Link',
  'Not now': 'Nicht jetzt',
  'This invitation belongs to another server. Open the link with its own page.':
    'Diese Einladung gehört zu einem anderen Server. Öffne den Link mit dessen eigener Seite.',
  'This is not the link of an invitation.': 'Das ist nicht der Link einer Einladung.',
  'This organization requires single sign-on. Sign in, then open the link again.':
    'Diese Organisation verlangt Single Sign-on. Melde dich an, dann öffne den Link erneut.',
  'To an organization on {{host}}.': 'In eine Organisation auf {{host}}.',
  'Touch a member to write an e-mail.': 'Tippe auf ein Mitglied, um eine E-Mail zu schreiben.',
  'Use another link': 'Anderen Link verwenden',
  'Use an invitation': 'Einladung verwenden',
  'You joined {{name}}': 'Du bist jetzt in {{name}}',
  'Your second factor is a passkey, which works in the dashboard alone. Sign in there and scan the code under Account, Sessions, or enter a recovery code here.':
    'Dein zweiter Faktor ist ein Passkey, der nur im Dashboard geht. Melde dich dort an und scanne den Code unter Konto, Sitzungen, oder gib hier einen Wiederherstellungscode ein.',
  Mention: 'Erwähnen',
  'Write a comment': 'Kommentar schreiben',
  'A colleague': 'Jemand anderes',
  'A team': 'Ein Team',
  'Just decided': 'Gerade entschieden',
  Main: 'Hauptbereiche',
  More: 'Mehr',
  'Not sent yet': 'Noch nicht gesendet',
  'Nothing burns.': 'Nichts brennt.',
  'One issue needs you now.': 'Ein Issue braucht dich jetzt.',
  'That event could not be loaded.': 'Dieses Ereignis konnte nicht geladen werden.',
  'Undo: {{step}}': 'Rückgängig: {{step}}',
  'Your comment will be sent when the server responds.': 'Dein Kommentar wird gesendet, sobald der Server antwortet.',
  'Your decision is being sent…': 'Deine Entscheidung wird gesendet …',
  'Your decision will be sent when the server responds.':
    'Deine Entscheidung wird gesendet, sobald der Server antwortet.',
  '{{selected}} of {{total}} selected': '{{selected}} von {{total}} gewählt',
  '{{short}} people': '{{short}} Pers.',
  '{{total}} issues need you now.': '{{total}} Issues brauchen dich jetzt.',
  '{{total}} new.': '{{total}} neu.',
  '{{total}} waiting': '{{total}} warten',
  '“{{name}}” is shown without {{terms}}.': '„{{name}}“ wird ohne {{terms}} gezeigt.',
  'For notifications, add this page to the home screen first.':
    'Für Benachrichtigungen lege diese Seite zuerst auf den Home-Bildschirm.',
  'For notifications, install an app that receives them, such as ntfy (UnifiedPush).':
    'Für Benachrichtigungen installiere eine App, die sie empfängt, etwa ntfy (UnifiedPush).',
  'Notifications come to the page of your server on the home screen: open it in the browser, at /m/.':
    'Benachrichtigungen kommen zur Seite deines Servers auf dem Home-Bildschirm: öffne sie im Browser, unter /m/.',
  Rising: 'Steigt',
}
