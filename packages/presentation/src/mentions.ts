interface Person {
  id: string
  name: string
}

/** Adds a mention to the end of a text. */
export function withMention(text: string, { name }: Person): string {
  const space = text === '' || /\s$/.test(text) ? '' : ' '
  return `${text}${space}@${name} `
}

/** Returns the ids of those whose name is still in the text, as a comment names them. */
export function mentionsIn(text: string, mentioned: readonly Person[]): { mentions?: string[] } {
  const ids = [...new Set(mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))]
  return ids.length === 0 ? {} : { mentions: ids }
}

/** Returns those among the assignees of a project who can be mentioned: people, not teams. */
export function peopleAmong<Assignee extends Person>(assignees: readonly Assignee[]): Assignee[] {
  return assignees.filter(({ id }) => id.startsWith('usr_'))
}
