import { t } from '@bugle/presentation/i18n'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { indexed } from '../../lib/indexed.ts'
import { type GuideBlock, type GuideSpan, parseGuide } from './parse-guide.ts'

interface GuideProps {
  /** Markdown of a page of `docs/`, which is in English. */
  markdown: string
  /** Names a section by its heading. */
  nameOf: (heading: string) => string
}

/** A page of the documentation. Its headings are anchors. */
export function Guide({ markdown, nameOf }: GuideProps) {
  const blocks = parseGuide(markdown)
  const numberOf = (index: number) => blocks.slice(0, index + 1).filter(({ kind }) => kind === 'code').length
  return (
    <article lang="en" className="grid min-w-0 gap-3">
      {indexed(blocks).map(({ index, item: block }) => (
        <Block key={index} block={block} number={numberOf(index)} nameOf={nameOf} />
      ))}
    </article>
  )
}

interface BlockProps extends Pick<GuideProps, 'nameOf'> {
  block: GuideBlock
  /** Number of commands up to it. */
  number: number
}

function Block({ block, number, nameOf }: BlockProps) {
  switch (block.kind) {
    case 'title':
      return (
        <h1 className="text-20 font-semibold">
          <Spans spans={block.spans} />
        </h1>
      )
    case 'heading':
      return (
        <h2
          id={block.text}
          tabIndex={-1}
          className="mt-4 flex scroll-mt-4 flex-wrap items-baseline gap-x-3 rounded-control px-2 text-16 font-semibold outline-offset-0 -mx-2 focus:bg-accent-wash"
        >
          {nameOf(block.text)}
          <code className="font-mono text-12 font-normal text-text-3">{block.text}</code>
        </h2>
      )
    case 'list':
      return (
        <ul className="grid list-disc gap-1 pl-5">
          {indexed(block.items).map(({ index, item }) => (
            <li key={index}>
              <Spans spans={item} />
            </li>
          ))}
        </ul>
      )
    case 'code':
      return (
        <div className="relative overflow-hidden rounded-card border border-border">
          <CodeBlock label={`${t('Command')} ${number}`} isOverlaid>
            {block.text}
          </CodeBlock>
          <span className="absolute top-1 right-1">
            <CopyButton text={block.text} label={t('Copy command')} />
          </span>
        </div>
      )
    default:
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
  }
}

function Spans({ spans }: { spans: GuideSpan[] }) {
  return indexed(spans).map(({ index, item: { kind, text } }) =>
    kind === 'code' ? (
      <code key={index} className="rounded-pill bg-code-bg px-1 font-mono text-12 wrap-anywhere">
        {text}
      </code>
    ) : (
      <span key={index}>{text}</span>
    ),
  )
}
