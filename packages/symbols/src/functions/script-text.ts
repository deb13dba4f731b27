/** Files that hold their code in `<script>` elements. */
const components = /\.(?:vue|svelte|astro)$/

/** The code of a file, with everything else blanked out so that positions stay the same. */
export interface ScriptText {
  text: string
  /** Languages to parse it as, the likeliest first. */
  languages: Language[]
}

export type Language = 'jsx' | 'ts' | 'tsx' | 'flow'

/**
 * Prepares a source for the parser: its language by the path's ending, and the script elements of a component.
 *
 * @example scriptOf('<template/>\n<script lang="ts">let a: 1</script>', 'App.vue').languages // ['ts', 'tsx']
 */
export function scriptOf(text: string, path: string): ScriptText {
  const file = path.replace(/[?#].*$/s, '').toLowerCase()
  if (components.test(file)) return componentScript(text)
  if (/\.[cm]?ts$/.test(file)) return { text, languages: ['ts', 'tsx'] }
  if (file.endsWith('.tsx')) return { text, languages: ['tsx'] }
  // React Native has types of Flow in its .js; a path without an ending may be anything.
  return { text, languages: ['jsx', 'flow', 'tsx', 'ts'] }
}

/** A range of a text. */
interface Block {
  start: number
  end: number
}

function componentScript(text: string): ScriptText {
  const elements = scriptElements(text)
  const matter = frontmatter(text)
  const isTyped = matter.length > 0 || elements.some(({ tag }) => /\blang\s*=\s*["']?tsx?\b/i.test(tag))
  const blocks = [...matter, ...elements]
  return { text: onlyBlocks(text, blocks), languages: isTyped ? ['ts', 'tsx'] : ['jsx', 'tsx'] }
}

/** Finds the script elements, each character of the text looked at once: an expression would take quadratic time. */
function scriptElements(text: string): (Block & { tag: string })[] {
  const lower = text.toLowerCase()
  const elements: (Block & { tag: string })[] = []
  for (let open = lower.indexOf('<script'); open >= 0; ) {
    const start = lower.indexOf('>', open) + 1
    const end = start === 0 ? -1 : lower.indexOf('</script', start)
    if (end < 0) break
    elements.push({ start, end, tag: text.slice(open, Math.min(start, open + maxTagLength)) })
    open = lower.indexOf('<script', end)
  }
  return elements
}

const maxTagLength = 1_000

/** The code between the `---` lines at the top of an Astro component. */
function frontmatter(text: string): Block[] {
  const start = /^\s*---\n/.exec(text)?.[0].length ?? 0
  const end = start === 0 ? -1 : text.indexOf('\n---', start)
  return end < 0 ? [] : [{ start, end }]
}

/** Blanks a text outside of some blocks; every character but line ends becomes a space. */
function onlyBlocks(text: string, blocks: Block[]): string {
  let script = ''
  for (const { start, end } of blocks) {
    script += blank(text.slice(script.length, start)) + text.slice(start, end)
  }
  return script + blank(text.slice(script.length))
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
