/** Classes of the dashboard's syntax colors, by the scopes of the grammars that get them. */
const classes = {
  'syn-comment': ['comment', 'punctuation.definition.comment'],
  'syn-string': ['string', 'punctuation.definition.string', 'constant.other.symbol'],
  'syn-number': ['constant.numeric', 'constant.language', 'constant.character', 'variable.language'],
  'syn-keyword': ['keyword', 'storage.type', 'storage.modifier', 'keyword.operator.new'],
  'syn-fn': ['entity.name.function', 'support.function', 'entity.name.command'],
  'syn-type': [
    'entity.name.type',
    'entity.name.class',
    'support.class',
    'entity.name.tag',
    'support.type.property-name',
  ],
}

const names = Object.keys(classes) as (keyof typeof classes)[]
const plain = '#000000'
/** A color that stands for a class until {@link classesForColors} replaces it. */
const colorOf = (name: keyof typeof classes) => `#00000${names.indexOf(name) + 1}`

/** Theme of Shiki whose colors stand for classes. */
export const syntaxTheme = {
  name: 'bugle',
  type: 'light' as const,
  colors: { 'editor.foreground': plain, 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: plain, background: '#ffffff' } },
    ...names.map((name) => ({ scope: classes[name], settings: { foreground: colorOf(name) } })),
  ],
}

interface Element {
  properties: Record<string, unknown>
}

/** Replaces the styles that Shiki writes: a content security policy without `unsafe-inline` refuses them. */
export const classesForColors = {
  name: 'classes for colors',
  span(node: Element) {
    const { style, ...properties } = node.properties
    const name = names.find((one) => typeof style === 'string' && style.toLowerCase().includes(colorOf(one)))
    node.properties = name === undefined ? properties : { ...properties, class: name }
  },
  pre(node: Element) {
    const { style: _, ...properties } = node.properties
    node.properties = properties
  },
}
