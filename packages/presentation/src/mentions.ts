interface Person {
  id: string
  name: string
}

/** Adds a mention to the end of a text. */
export function withMention(text: string, { name }: Person): string {
  const space = text === '' || /\s$/.test(text) ? '' : ' '
  return `${text}${space}@${name} `
}

/** Returns the ids of those whom a text names after an `@`: a name within a longer one is not meant. */
export function mentionsIn(text: string, known: readonly Person[]): { mentions?: string[] } {
  let rest = text
  const ids: string[] = []
  for (const { id, name } of known.toSorted((one, other) => other.name.length - one.name.length)) {
    const without = rest.replaceAll(`@${name}`, ' ')
    if (without !== rest && !ids.includes(id)) ids.push(id)
    rest = without
  }
  return ids.length === 0 ? {} : { mentions: ids }
}

/** Returns what follows the `@` in front of the cursor: the beginning of a name, which may be empty. */
export function typedMention(before: string): string | undefined {
  return /(?:^|[\s(])@([^\n@]{0,40})$/.exec(before)?.[1]
}

/** Returns those whose name, or a word of it, begins like this; at most six. */
export function namedLike<Named extends Person>(known: readonly Named[], typed: string): Named[] {
  const wanted = typed.toLowerCase()
  const isMeant = ({ name }: Named) => {
    const low = name.toLowerCase()
    return low.startsWith(wanted) || low.includes(` ${wanted}`)
  }
  return known.filter(isMeant).slice(0, 6)
}

/** Completes the name that is being typed in front of the cursor. */
export function completeMention(text: string, at: number, { name }: Person): { text: string; at: number } {
  const before = text.slice(0, at)
  const start = before.length - (typedMention(before)?.length ?? 0)
  const completed = `${before.slice(0, start)}${name} `
  return { text: completed + text.slice(at), at: completed.length }
}

/** Returns those among the assignees of a project who can be mentioned: people, not teams. */
export function peopleAmong<Assignee extends Person>(assignees: readonly Assignee[]): Assignee[] {
  return assignees.filter(({ id }) => id.startsWith('usr_'))
}
