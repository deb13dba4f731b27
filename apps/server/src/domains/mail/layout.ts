/** The content of a mail, without its layout. Each mail has one plain purpose. */
export interface MailContent {
  subject: string
  /** The heading, where that is not the subject. */
  title?: string
  /** The sentences before the button; the first is also what a list of mails shows. */
  paragraphs: string[]
  /** Facts in two columns: when, from where. */
  facts?: [name: string, value: string][]
  /** Several things of one kind, each with where to look. */
  items?: { title: string; detail: string; url: string }[]
  /** Parts about one thing each, such as a project. */
  sections?: MailSection[]
  /** The rest of a list: «402 more». */
  more?: string
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** Small print: what if it was not you, why you get this. */
  notes: string[]
  /** Under the small print. */
  links?: { label: string; url: string }[]
}

export type MailSection = Required<Pick<MailContent, 'title' | 'facts' | 'items'>> & { url: string }

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/**
 * Returns a mail as plain text and as HTML: styles inline, light and dark, no pictures, nothing fetched, no tracking. What
 * people wrote is always text.
 */
export function renderMail(content: MailContent, server: { url: string }): RenderedMail {
  return { subject: content.subject, text: textOf(content, server), html: htmlOf(content, server) }
}

function textOf(content: MailContent, { url }: { url: string }): string {
  const { title, paragraphs, facts = [], items = [], sections = [], more, action, notes, links = [] } = content
  const blocks = [
    ...(title === undefined ? [] : [title]),
    ...paragraphs,
    ...factsText(facts),
    ...items.map(itemText),
    ...sections.flatMap((one) => [`${one.title}\n${one.url}`, ...factsText(one.facts), ...one.items.map(itemText)]),
    ...(more === undefined ? [] : [more]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...notes,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \nBugle, ${url}`,
  ]
  return `${blocks.map(withoutControls).join('\n\n')}\n`
}

function factsText(facts: readonly [name: string, value: string][]): string[] {
  return facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]
}

function itemText({ title, detail, url }: { title: string; detail: string; url: string }): string {
  return `- ${title}\n  ${detail}\n  ${url}`
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Tables and inline styles, since that is what mail programs know; the classes only turn the colours for the dark. */
function htmlOf(content: MailContent, { url }: { url: string }): string {
  const { subject, paragraphs, facts = [], items = [], sections = [], more, action, notes, links = [] } = content
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${markup(subject)}</title>
<style>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #14110d !important }
  .card { background: #1c1916 !important; border-color: #35302a !important }
  .strong { color: #f0ede8 !important }
  .soft { color: #b9b3a9 !important }
  .link { color: #e6bd62 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf8f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="strong" style="${font};font-size:15px;font-weight:600;color:#26211b;padding:0 4px 12px">Bugle</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e4dfd7;border-radius:8px;padding:28px 28px 20px">
${heading(content.title ?? subject)}
${paragraphs.map(paragraph).join('\n')}
${facts.length === 0 ? '' : table(facts)}
${items.map(item).join('\n')}
${sections.map(section).join('\n')}
${more === undefined ? '' : paragraph(more)}
${action === undefined ? '' : button(action)}
</td></tr>
<tr><td style="padding:16px 4px 0">
${notes.map(note).join('\n')}
${links.map(smallLink).join('\n')}
<p class="soft" style="${font};font-size:13px;line-height:20px;color:#6a6258;margin:0">Sent by <a class="link" href="${markup(url)}" style="color:#7d5a10">${markup(url)}</a></p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function heading(text: string): string {
  return `<h1 class="strong" style="${font};font-size:20px;line-height:28px;font-weight:600;color:#26211b;margin:0 0 12px">${markup(text)}</h1>`
}

function section({ title, url, facts, items }: MailSection): string {
  return `<h2 style="margin:20px 0 8px"><a class="strong" href="${markup(url)}" style="${font};font-size:16px;line-height:24px;font-weight:600;color:#26211b;text-decoration:none">${markup(title)}</a></h2>
${table(facts)}
${items.map(item).join('\n')}`
}

function paragraph(text: string): string {
  return `<p class="strong" style="${font};font-size:15px;line-height:23px;color:#26211b;margin:0 0 14px">${markup(text)}</p>`
}

function note(text: string): string {
  return `<p class="soft" style="${font};font-size:13px;line-height:20px;color:#6a6258;margin:0 0 8px">${markup(text)}</p>`
}

function item({ title, detail, url }: { title: string; detail: string; url: string }): string {
  return `<p style="margin:0 0 14px"><a class="link" href="${markup(url)}" style="${font};font-size:15px;line-height:22px;font-weight:600;color:#7d5a10;text-decoration:none">${markup(title)}</a><br><span class="soft" style="${font};font-size:13px;line-height:19px;color:#6a6258">${markup(detail)}</span></p>`
}

function smallLink({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 8px"><a class="link" href="${markup(url)}" style="${font};font-size:13px;line-height:20px;color:#7d5a10">${markup(label)}</a></p>`
}

function table(facts: [string, string][]): string {
  const cell = (text: string, style: string, name: string) =>
    `<td class="${name}" style="${font};font-size:14px;line-height:22px;padding:2px 16px 2px 0;vertical-align:top;${style}">${markup(text)}</td>`
  const rows = facts.map(
    ([name, value]) =>
      `<tr>${cell(name, 'color:#6a6258;white-space:nowrap', 'soft')}${cell(value, 'color:#26211b', 'strong')}</tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 14px">${rows.join('')}</table>`
}

/** The address is also shown as text: some mail programs show no buttons, and some people do not trust them. */
function button({ label, url }: { label: string; url: string }): string {
  const href = markup(url)
  return `<p style="margin:20px 0 16px"><a href="${href}" style="${font};display:inline-block;background:#e0b24a;color:#241a06;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:11px 20px;border-radius:6px">${markup(label)}</a></p>
<p class="soft" style="${font};font-size:13px;line-height:19px;color:#6a6258;margin:0 0 10px">Or open this address:<br><a class="link" href="${href}" style="color:#7d5a10;word-break:break-all">${href}</a></p>`
}

function markup(text: string): string {
  return withoutControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Line breaks stay; other controls, and marks that turn the direction of what follows, do not. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, ' ')
}
