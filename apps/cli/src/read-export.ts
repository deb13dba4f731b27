/** A project of another error tracker, with the keys of its DSNs. */
export interface ExportedProject {
  name: string
  slug: string
  /** Its number, which stands in its DSNs. */
  number: number
  platform: string | null
  keys: { label: string; key: string }[]
}

type Fields = Record<string, unknown>

/**
 * Reads the projects of an export: of Sentry (`sentry export`), of GlitchTip or Bugsink (`manage.py dumpdata`). All three
 * are lists of rows with a model and fields, which differ in where the key is.
 *
 * @throws SyntaxError if it is no such list
 */
export function readExport(text: string): ExportedProject[] {
  const rows: unknown = JSON.parse(text)
  if (!Array.isArray(rows)) throw new SyntaxError('the export is no list of rows')
  const projects = new Map<string, ExportedProject>()
  const keys: Fields[] = []
  for (const row of rows as Fields[]) {
    const model = String(row?.model ?? '').toLowerCase()
    const fields = (row?.fields ?? {}) as Fields
    if (/^(sentry|projects)\.project$/.test(model)) {
      const project = toProject(row.pk, fields)
      if (project !== undefined) projects.set(String(row.pk), project)
    } else if (/^(sentry|projects)\.projectkey$/.test(model)) keys.push(fields)
  }
  for (const fields of keys) {
    const key = keyOf(fields.public_key)
    const isActive = (fields.status ?? 0) === 0 && fields.is_active !== false
    if (key !== undefined && isActive)
      projects.get(String(fields.project))?.keys.push({ label: textOf(fields.label ?? fields.name) ?? 'Imported', key })
  }
  return [...projects.values()]
}

function toProject(pk: unknown, fields: Fields): ExportedProject | undefined {
  const number = Number(pk)
  const name = textOf(fields.name) ?? textOf(fields.slug)
  // Deleted ones stay in Sentry's tables for a while.
  if (!Number.isSafeInteger(number) || name === undefined || (fields.status ?? 0) !== 0) return undefined
  // Bugsink's only key is the project's own.
  const own = keyOf(fields.sentry_key)
  return {
    name,
    slug: textOf(fields.slug) ?? name,
    number,
    platform: textOf(fields.platform) ?? null,
    keys: own === undefined ? [] : [{ label: 'Imported', key: own }],
  }
}

/** 32 hex digits; GlitchTip and Bugsink write them as a UUID. */
function keyOf(value: unknown): string | undefined {
  const key = typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : ''
  return /^[0-9a-f]{32}$/.test(key) ? key : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : undefined
}
