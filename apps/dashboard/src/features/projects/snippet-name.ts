import type { Project } from './queries.ts'

const names = [
  'curl',
  'Web page',
  'Browser',
  'Node',
  'React Native',
  'Flutter',
  'PHP',
  'Laravel',
  'Symfony',
  'Python',
  'Go',
  'Java',
  '.NET',
  'Ruby',
] as const
export type SnippetName = (typeof names)[number]

export function toSnippetName(given: unknown): SnippetName | undefined {
  return names.find((name) => name === given)
}

/** A first event in the words of a program, with the token as it is: what is seen is what Copy puts in. */
export interface Snippet {
  name: SnippetName
  /** Puts the client of this server into a program, where there is one for the language. */
  install?: (origin: string) => string
  text: (origin: string, project: Pick<Project, 'app_id' | 'platform'>, token: string) => string
}
