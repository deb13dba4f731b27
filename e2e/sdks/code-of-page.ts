import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A block of code of a documentation page. */
export interface CodeBlock {
  language: string
  code: string
}

/** Returns the blocks of code of a page by the file that the paragraph before them names first. */
export function codeOfPage(page: string): Map<string, CodeBlock> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const blocks = new Map<string, CodeBlock>()
  for (const [, paragraph = '', language = '', code = ''] of text.matchAll(/((?:[^\n]+\n)+)\n```(\w+)\n(.*?)```/gs)) {
    const file = [...paragraph.matchAll(/`([\w@./-]+)`/g)]
      .map(([, name]) => name!)
      .find((name) => /\w[./]\w/.test(name))
    if (file !== undefined && !blocks.has(file)) blocks.set(file, { language, code })
  }
  return blocks
}

/** Writes the files of a page into an app, with the settings of a project in place of the page's. */
export function writeCodeOfPage(
  blocks: Map<string, CodeBlock>,
  files: readonly string[],
  directory: string,
  { token, endpoint, project }: { token: string; endpoint: string; project: string },
): void {
  for (const file of files) {
    const block = blocks.get(file)
    if (block === undefined) throw new Error(`the page has no code for ${file}, only for ${[...blocks.keys()]}`)
    const filled = block.code
      .replaceAll('bgl_live_…', token)
      .replaceAll('https://bugle.example.com', endpoint)
      .replaceAll("project: 'Shop'", `project: '${project}', strict: true`)
    const target = join(directory, file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, filled)
  }
}
