import type { Notifications, NotificationWish } from '@bugle/protocol'

/** What is wanted; null leaves it to whoever stands above: the project, then the server. */
export interface Wishes {
  newIssues: boolean | null
  regressedIssues: boolean | null
}

/** What a member and a project want, and what holds where neither says anything. */
export interface NotificationSettings {
  project: Wishes
  own: Wishes
  /** No mail about issues of any project. */
  isOffEverywhere: boolean
  /** Whether the e-mail is known to be theirs, and the account is not shut. */
  isReachable: boolean
}

/** What a member is told of. */
export function toldOf({ project, own, isOffEverywhere, isReachable }: NotificationSettings, byDefault: boolean) {
  const isOn = (wish: keyof Wishes) => isReachable && !isOffEverywhere && (own[wish] ?? project[wish] ?? byDefault)
  return { new: isOn('newIssues'), regressed: isOn('regressedIssues') }
}

export function toNotifications(settings: NotificationSettings, byDefault: boolean): Notifications {
  const { project, own, isOffEverywhere } = settings
  const told = toldOf(settings, byDefault)
  return {
    project: { new_issues: toWish(project.newIssues), regressed_issues: toWish(project.regressedIssues) },
    own: {
      new_issues: toWish(own.newIssues),
      regressed_issues: toWish(own.regressedIssues),
      off_everywhere: isOffEverywhere,
    },
    told: { new_issues: told.new, regressed_issues: told.regressed },
    default: byDefault,
  }
}

function toWish(value: boolean | null): NotificationWish {
  return value === null ? 'default' : value ? 'on' : 'off'
}

/** The value that a wish is kept as. */
export function fromWish(wish: NotificationWish): boolean | null {
  return wish === 'default' ? null : wish === 'on'
}
