import type { Level, PushLanguage } from '@bugle/protocol'
import type { NotificationKind } from '../pending/index.ts'

interface PushTexts {
  one: Record<NotificationKind, (project: string) => string>
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
    },
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
    },
    several: (fresh, regressed, total) => {
      if (fresh + regressed < total) return `${total} Issues brauchen Aufmerksamkeit`
      if (fresh === 0) return `${regressed} Issues wieder aufgetreten`
      return `${fresh} ${fresh === 1 ? 'neues Issue' : 'neue Issues'}${regressed === 0 ? '' : `, ${regressed} wieder aufgetreten`}`
    },
    test: 'Nachrichten erreichen dieses Gerät.',
    levels: { fatal: 'Fatal', error: 'Fehler', warning: 'Warnung', info: 'Info' },
  },
}
