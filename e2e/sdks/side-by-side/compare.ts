import { expect } from 'vitest'

/** The facts that the pages show of one project, by their names. */
export type Facts = Record<string, unknown>

/** Differences that are meant: the names of the facts, and the reason. */
export type Intended = readonly (readonly [names: RegExp, reason: string])[]

export const stackOfMessage: Intended[number] = [
  /^issue Message: innermost frame$/,
  'Sentry attaches the stack of the call; our message is identified by its text',
]

export const namesOfMechanisms: Intended[number] = [/: mechanism$/, 'The names of mechanisms are each SDK’s own']

/** Prints both sides, and expects that they differ where a reason is given, and nowhere else. */
export function compare(family: string, sentry: Facts, ours: Facts, intended: Intended): void {
  const isShared = (name: string) => {
    const [issue = ''] = name.split(': ')
    return issue === name || !issue.startsWith('issue ') || (issue in sentry && issue in ours)
  }
  const names = [...new Set([...Object.keys(sentry), ...Object.keys(ours)])].filter(isShared).sort()
  const textOf = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value))
  const rows = names.map((name) => {
    const isSame = textOf(sentry[name]) === textOf(ours[name])
    const reason = intended.find(([names]) => names.test(name))?.[1]
    return { name, sentry: textOf(sentry[name]), ours: textOf(ours[name]), isSame, reason }
  })
  const lines = rows.map(({ name, sentry, ours, isSame, reason }) =>
    isSame ? `| ${name} | ${sentry} | the same | |` : `| ${name} | ${sentry} | ${ours} | ${reason ?? 'NO REASON'} |`,
  )
  console.info([`| ${family} | Sentry | Bugle | reason |`, '|---|---|---|---|', ...lines].join('\n'))
  const differing = rows.filter(({ isSame }) => !isSame)
  expect(differing.filter(({ reason }) => reason === undefined)).toEqual([])
  // A reason that explains nothing is out of date.
  const used = new Set(differing.map(({ reason }) => reason))
  expect(intended.filter(([, reason]) => !used.has(reason))).toEqual([])
}
