import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseGuide } from './parse-guide.ts'

it('reads headings, text, lists and code', () => {
  const markdown =
    '# A `b`\n\nOne\ntwo `c`.\n\n- first\n  line\n- second\n\n## no_map\n\n```sh\nrun # it\n\nagain\n```\n'
  expect(parseGuide(markdown)).toEqual([
    { kind: 'title', spans: [plain('A '), { kind: 'code', text: 'b' }] },
    { kind: 'text', spans: [plain('One two '), { kind: 'code', text: 'c' }, plain('.')] },
    { kind: 'list', items: [[plain('first line')], [plain('second')]] },
    { kind: 'heading', text: 'no_map' },
    { kind: 'code', text: 'run # it\n\nagain' },
  ])
})

it('loses no word of the guide that the dashboard shows', () => {
  const markdown = readFileSync(new URL('../../../../../docs/stack-still-minified.md', import.meta.url), 'utf8')
  const words = (text: string) => text.replaceAll(/^(?:#+|-) |```(?:sh)?|`/gm, '').match(/\S+/g)
  const shown = parseGuide(markdown).map((block) => {
    if ('text' in block) return block.text
    return ('items' in block ? block.items.flatMap((item) => [{ text: ' ' }, ...item]) : block.spans)
      .map(({ text }) => text)
      .join('')
  })
  expect(words(shown.join('\n'))).toEqual(words(markdown))
})

function plain(text: string) {
  return { kind: 'plain', text }
}
