import { readCodeIds } from '@bugle/sourcemaps'
import type { Context } from '../context.ts'

/** A script as visitors receive it. */
export interface ServedScript {
  url: string
  code: string
  debugId: string | undefined
}

const maxScripts = 20
const maxBytes = 10 * 1024 * 1024

/**
 * Downloads the scripts that a page names, as a visitor would: those of its own HTML, not those that they load later.
 *
 * @throws Error with a sentence if the page cannot be read
 */
export async function downloadScripts(context: Context, site: string): Promise<ServedScript[]> {
  const page = await read(context, site)
  const tags = [...page.text.matchAll(/<(?:base|script|link)\b[^<>]{1,2000}>/gi)].map(([tag]) => tag)
  const base = addressIn(tags.find((tag) => /^<base/i.test(tag))) ?? ''
  const named = tags
    .filter((tag) => /^<script/i.test(tag) || (/^<link/i.test(tag) && /modulepreload/i.test(tag)))
    .flatMap((tag) => addressIn(tag) ?? [])
    .map((address) => new URL(address, new URL(base, page.url)).href)
  const scripts: ServedScript[] = []
  for (const url of [...new Set(named)].slice(0, maxScripts)) {
    const { text: code } = await read(context, url)
    const { registered, comment } = readCodeIds(code)
    scripts.push({ url, code, debugId: registered ?? comment })
  }
  return scripts
}

function addressIn(tag = ''): string | undefined {
  return /\b(?:src|href)=["']?([^"'\s>]+)/i.exec(tag)?.[1]
}

async function read(context: Context, url: string): Promise<{ url: string; text: string }> {
  const response = await context.fetch(url)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength > maxBytes) throw new Error(`${url} is larger than 10 MB.`)
  return { url: response.url, text: new TextDecoder().decode(bytes) }
}
