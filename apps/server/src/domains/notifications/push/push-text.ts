import type { Level, PushLanguage } from '@bugle/protocol'
import type { NotificationKind } from '../pending/index.ts'

interface PushTexts {
  one: Record<NotificationKind, (project: string) => string>
  /** For messages that are not about issues alone. */
  alerts: (total: number) => string
  /** `3 new issues, 1 regressed` */
  several: (fresh: number, regressed: number, total: number) => string
  test: string
  levels: Record<Level, string>
}

/** Texts of push messages. The server writes them, since a phone shows some without waking the app. */
export const pushTexts: Record<PushLanguage, PushTexts> = {
  en: {
    one: {
      new: (project) => `New issue in ${project}`,
      regressed: (project) => `Regressed in ${project}`,
      reopened: (project) => `Back from snooze in ${project}`,
      escalating: (project) => `Escalating in ${project}`,
      events: (project) => `Many events in ${project}`,
      users: (project) => `Many people in ${project}`,
      first_in_release: (project) => `First time in a release of ${project}`,
      resolved: (project) => `Resolved in ${project}`,
      assigned: (project) => `Assigned in ${project}`,
      commented: (project) => `Comment in ${project}`,
      'project.silent': (project) => `No events from ${project}`,
      'project.losing': (project) => `${project} is losing events`,
      'project.rate': (project) => `Many events in ${project}`,
      'project.spike': (project) => `Far more events than usual in ${project}`,
      'release.new': (project) => `New release of ${project}`,
      'release.new_issues': (project) => `New issues in a release of ${project}`,
      'release.crash_free': (project) => `A release of ${project} crashes often`,
      'monitor.missed': (project) => `Monitor missed its time in ${project}`,
      'monitor.failed': (project) => `Monitor failed in ${project}`,
      'monitor.recovered': (project) => `Monitor recovered in ${project}`,
      'feedback.new': (project) => `Feedback on ${project}`,
    },
    alerts: (total) => `${total} alerts`,
    several: (fresh, regressed, total) => {
      if (fresh + regressed < total) return `${total} issues need attention`
      if (fresh === 0) return `${regressed} issues regressed`
      return `${fresh} new ${fresh === 1 ? 'issue' : 'issues'}${regressed === 0 ? '' : `, ${regressed} regressed`}`
    },
    test: 'Messages reach this device.',
    levels: { fatal: 'Fatal', error: 'Error', warning: 'Warning', info: 'Info' },
  },
  de: {
    one: {
      new: (project) => `Neues Issue in ${project}`,
      regressed: (project) => `Wieder aufgetreten in ${project}`,
      reopened: (project) => `Nicht mehr zurückgestellt in ${project}`,
      escalating: (project) => `Eskaliert in ${project}`,
      events: (project) => `Viele Ereignisse in ${project}`,
      users: (project) => `Viele Betroffene in ${project}`,
      first_in_release: (project) => `Erstmals in einem Release von ${project}`,
      resolved: (project) => `Erledigt in ${project}`,
      assigned: (project) => `Zugewiesen in ${project}`,
      commented: (project) => `Kommentar in ${project}`,
      'project.silent': (project) => `Keine Ereignisse von ${project}`,
      'project.losing': (project) => `${project} verliert Ereignisse`,
      'project.rate': (project) => `Viele Ereignisse in ${project}`,
      'project.spike': (project) => `Weit mehr Ereignisse als üblich in ${project}`,
      'release.new': (project) => `Neues Release von ${project}`,
      'release.new_issues': (project) => `Neue Issues in einem Release von ${project}`,
      'release.crash_free': (project) => `Ein Release von ${project} stürzt oft ab`,
      'monitor.missed': (project) => `Monitor ausgeblieben in ${project}`,
      'monitor.failed': (project) => `Monitor fehlgeschlagen in ${project}`,
      'monitor.recovered': (project) => `Monitor läuft wieder in ${project}`,
      'feedback.new': (project) => `Feedback zu ${project}`,
    },
    alerts: (total) => `${total} Meldungen`,
    several: (fresh, regressed, total) => {
      if (fresh + regressed < total) return `${total} Issues brauchen Aufmerksamkeit`
      if (fresh === 0) return `${regressed} Issues wieder aufgetreten`
      return `${fresh} ${fresh === 1 ? 'neues Issue' : 'neue Issues'}${regressed === 0 ? '' : `, ${regressed} wieder aufgetreten`}`
    },
    test: 'Nachrichten erreichen dieses Gerät.',
    levels: { fatal: 'Fatal', error: 'Fehler', warning: 'Warnung', info: 'Info' },
  },
}
