import { limits, type Platform, platforms } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { defaultUrlOf, type FileDescription, normalizeDebugId } from '../content/index.ts'
import { type FormPart, parseForm } from './parse-form.ts'

/** A file of an upload form. */
export interface SentFile extends FileDescription {
  bytes: Buffer
  /** The map of a generated file, if its uploader names it. */
  mapReference?: string | null
}

const maxUrl = 2000
const maxName = 500

/** Fields hold for all files after them, or for the next one. */
const lasting = ['release', 'dist', 'update_id', 'platform']
const single = ['url', 'debug_id']

/**
 * Reads the files of an upload form with the fields before each.
 *
 * @throws Refusal `malformed_body`, or `validation_failed` naming the field
 */
export function readUpload(body: unknown, contentType = ''): SentFile[] {
  const parts = Buffer.isBuffer(body) ? parseForm(body, contentType) : undefined
  if (parts === undefined)
    throw new Refusal('malformed_body', { message: 'The body is not valid multipart/form-data.' })
  const files: SentFile[] = []
  const fields = new Map<string, string>()
  for (const part of parts) {
    if (part.filename === undefined) {
      fields.set(part.name, readField(part))
      continue
    }
    if (files.length === limits.uploadFiles) throw invalid('file', `may occur ${limits.uploadFiles} times at most`)
    files.push(toFile(part.filename, part.bytes, fields))
    for (const name of single) fields.delete(name)
  }
  if (files.length === 0) throw invalid('file', 'is required')
  return files
}

function readField({ name, bytes }: FormPart): string {
  if (!lasting.includes(name) && !single.includes(name)) throw invalid(name.slice(0, 100), 'is not a known field')
  const text = bytes.toString('utf8', 0, 4 * maxUrl + 1)
  const maximum = name === 'url' ? maxUrl : limits.shortText
  if (text.length > maximum) throw invalid(name, `has more than ${maximum} characters`)
  if (text.includes('\0')) throw invalid(name, 'contains U+0000')
  if (name === 'platform' && !platforms.includes(text as Platform))
    throw invalid(name, `must be one of ${platforms.join(', ')}`)
  if (name === 'debug_id' && normalizeDebugId(text) === undefined) throw invalid(name, 'is not a UUID')
  return text
}

function toFile(filename: string, bytes: Buffer, fields: Map<string, string>): SentFile {
  const name = filename.replaceAll('\0', '\uFFFD').slice(0, maxName) || 'unnamed'
  const debugId = fields.get('debug_id')
  return {
    name,
    bytes,
    url: fields.get('url') || defaultUrlOf(name),
    debugId: (debugId && normalizeDebugId(debugId)) || null,
    release: fields.get('release') || null,
    dist: fields.get('dist') || null,
    updateId: fields.get('update_id') || null,
    platform: (fields.get('platform') || null) as Platform | null,
    kind: null,
  }
}

function invalid(field: string, problem: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [problem] } })
}
