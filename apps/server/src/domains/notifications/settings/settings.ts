import type { NotificationChoice, Notifications } from '@bugle/protocol'

/** Settings of a project or a member; null defers to the level above: the project, then the server. */
export interface NotificationChoices {
  newIssues: boolean | null
  regressedIssues: boolean | null
}

/** The settings of a member and of the project; the server's default applies where both are silent. */
export interface NotificationSettings {
  project: NotificationChoices
  own: NotificationChoices
  /** No mail about issues of any project. */
  isOffEverywhere: boolean
  /** Whether the e-mail address is confirmed, and the account is not disabled. */
  isReachable: boolean
}

/** Tells whether somebody wants to know of something, by its kind: `new`, `regressed`, or anything else. */
export type Wants = (kind: string) => boolean

/** Returns what a member wants to know of by mail. */
export function effectiveOf(
  { project, own, isOffEverywhere, isReachable }: NotificationSettings,
  byDefault: boolean,
): Wants {
  return wantsOf((choice) => isReachable && !isOffEverywhere && (own[choice] ?? project[choice] ?? byDefault))
}

/** Returns what is pushed to a member's devices: whoever subscribes one wants to know, unless they object. */
export function pushedOf({ project, own }: NotificationSettings): Wants {
  return wantsOf((choice) => own[choice] ?? project[choice] ?? true)
}

/** Everything else that rules report is wanted by whoever wants anything of the project. */
function wantsOf(isOn: (choice: keyof NotificationChoices) => boolean): Wants {
  const [isNew, isRegressed] = [isOn('newIssues'), isOn('regressedIssues')]
  return (kind) => (kind === 'new' ? isNew : kind === 'regressed' ? isRegressed : isNew || isRegressed)
}

export function toNotifications(settings: NotificationSettings, byDefault: boolean): Notifications {
  const { project, own, isOffEverywhere } = settings
  const wants = effectiveOf(settings, byDefault)
  return {
    project: { new_issues: toChoice(project.newIssues), regressed_issues: toChoice(project.regressedIssues) },
    own: {
      new_issues: toChoice(own.newIssues),
      regressed_issues: toChoice(own.regressedIssues),
      off_everywhere: isOffEverywhere,
    },
    effective: { new_issues: wants('new'), regressed_issues: wants('regressed') },
    default: byDefault,
  }
}

function toChoice(value: boolean | null): NotificationChoice {
  return value === null ? 'default' : value ? 'on' : 'off'
}

/** Returns the value that a choice is kept as. */
export function fromChoice(choice: NotificationChoice): boolean | null {
  return choice === 'default' ? null : choice === 'on'
}
