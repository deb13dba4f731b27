import { t } from './i18n.ts'
import type { Loader, Project } from './types.ts'

const names = [
  'curl',
  'Web page',
  'Browser',
  'Node',
  'React Native',
  'Flutter',
  'Dart',
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

/** The name as it is shown; those of languages and programs are the same everywhere. */
export function snippetLabel(name: SnippetName): string {
  return name === 'Web page' ? t('Web page') : name
}

/** Code that sends a first event, in one language. It contains the real token: what is shown is what Copy copies. */
export interface Snippet {
  name: SnippetName
  /** Command that installs our SDK from this server, where there is one. */
  install?: (origin: string) => string
  /** `loader`: the one of this server, where it is known. */
  text: (origin: string, project: Pick<Project, 'app_id' | 'platform'>, token: string, loader?: Loader) => string
}
