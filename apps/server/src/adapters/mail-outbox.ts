import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeDirectory } from '../db/make-directory.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import { messageOf, type Sender } from './mail-message.ts'

export interface OutboxOptions {
  /** Created for the first mail. */
  directory: string
  from: Sender
  /** Called with the path of the written file. */
  onWritten: (file: string) => void
  /** Number of mails to keep; the oldest are deleted. */
  keep?: number
}

/**
 * Writes mails to files if no SMTP server is set: each as .eml (the whole message), .txt and .html, for the operator to
 * open. They hold links that are valid for an hour, so nobody else may read them.
 */
export class OutboxMailer implements Mailer {
  readonly #options: OutboxOptions
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  async send(mail: Mail): Promise<void> {
    const { directory, from, onWritten, keep = 500 } = this.#options
    const { message } = await this.#transport.sendMail(messageOf(mail, from))
    makeDirectory(directory)
    const path = join(directory, nameOf(mail))
    const files = { txt: mail.text, html: mail.html, eml: message as Buffer }
    for (const [type, content] of Object.entries(files)) await writeWhole(`${path}.${type}`, content)
    await forgetOldest(directory, keep)
    onWritten(`${path}.txt`)
  }
}

/** Writes a file so that whoever finds it finds all of it. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** Returns a name that sorts by time and is the same for another attempt: `2026-11-21-0810-reset-your-password-41`. */
function nameOf({ id, subject }: Mail): string {
  const words = subject.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const time = new Date().toISOString().slice(0, 16).replace('T', '-').replace(':', '')
  return `${time}-${words.replaceAll(/^-|-$/g, '').slice(0, 60)}-${id.replaceAll(/[^a-z0-9]+/gi, '-')}`
}

async function forgetOldest(directory: string, keep: number): Promise<void> {
  const mails = (await readdir(directory)).filter((file) => file.endsWith('.eml')).sort()
  for (const file of mails.slice(0, Math.max(0, mails.length - keep)))
    for (const type of ['txt', 'html', 'eml']) await rm(join(directory, file.replace(/eml$/, type)), { force: true })
}
