/**
 * Restores Python's own text from the layouts of rich, IPython and pytest, which print source around each call. Returns
 * undefined for any other text.
 */
export function pythonConsoleToText(text: string): string | undefined {
  const isBox = text.includes('│') && (text.includes('❯') || text.includes('❱'))
  if (isBox && text.includes('Traceback (most recent call last)')) return richToText(text)
  if (isIPython(text)) return ipythonToText(text)
  return text.includes('\nE  ') ? pytestToText(text) : undefined
}

const maxLines = 2000

/** `│ /srv/pay.py:5 in pay │`: a call in rich's box, and the exception below it. */
function richToText(text: string): string {
  const out: string[] = []
  let pending = ''
  for (const line of text.split('\n', maxLines)) {
    const inside = insideOf(line)
    if (inside === undefined) {
      if (line.includes('Traceback (most recent call last)')) out.push('Traceback (most recent call last):')
      else if (!isBorder(line)) out.push(line.trim())
      continue
    }
    // A path may be wrapped to the width of the terminal.
    const call = /^(\S.{0,900}):(\d{1,9}) in (\S.{0,300})$/.exec(pending + inside)
    if (call !== null) out.push(`  File "${call[1]!}", line ${call[2]!}, in ${call[3]!}`)
    pending = call === null && inside.startsWith('/') ? pending + inside : ''
  }
  return out.join('\n')
}

/** Text between the borders of a box, or undefined if the line has none. */
function insideOf(line: string): string | undefined {
  const trimmed = line.trim()
  if (!trimmed.startsWith('│') || trimmed.length < 2) return undefined
  return trimmed.slice(1, trimmed.endsWith('│') ? -1 : undefined).trim()
}

function isBorder(line: string): boolean {
  return /^\s{0,40}[╭╰┌└]/.test(line)
}

/** `ValueError      Traceback (most recent call last)`: the first line of IPython. */
function isIPython(text: string): boolean {
  let at = text.indexOf('  Traceback (most recent call last)')
  for (let times = 0; at >= 0 && times < 5; times++) {
    const start = text.lastIndexOf('\n', at) + 1
    if (/^[\w.]{1,200} {0,200}$/.test(text.slice(start, at)) && at > start) return true
    at = text.indexOf('  Traceback (most recent call last)', at + 1)
  }
  return false
}

function ipythonToText(text: string): string {
  const out: string[] = []
  let file: string | undefined
  let name = ''
  const end = (line: string) => {
    if (file !== undefined) out.push(`  File "${file}", line ${line}, in ${name}`)
    file = undefined
  }
  for (const line of text.split('\n', maxLines)) {
    if (/^[\w.]{1,200} {2,200}Traceback \(most recent/.test(line)) {
      out.push('Traceback (most recent call last):')
      continue
    }
    const call = ipythonCall(line)
    const arrow = /^-{1,60}> (\d{1,9})(?: |$)/.exec(line)
    if (call !== undefined) {
      if (file !== undefined) end('0')
      file = call.file
      name = call.name
      if (call.line !== undefined) end(call.line)
    } else if (arrow !== null) end(arrow[1]!)
    else if (
      /^[A-Z][\w.]{0,200}(?::|$)/.test(line) ||
      line.startsWith('The above exc') ||
      line.startsWith('During handling')
    ) {
      if (file !== undefined) end('0')
      out.push(line)
    } else if (
      out.at(-1) !== undefined &&
      !/^ {0,12}\d{1,9}(?: |$)/.test(line) &&
      !/^-{3,}/.test(line) &&
      isHead(out.at(-1)!)
    )
      out.push(line)
  }
  return out.join('\n')
}

/** Whether a line of the restored text is the head of an exception, whose message may have more lines. */
function isHead(line: string): boolean {
  return !line.startsWith('  File "') && !line.startsWith('Traceback ')
}

interface Call {
  file: string
  line: string | undefined
  name: string
}

/** `Cell In[4], line 3`, `File ~/pay.py:12, in pay(basket)`, `/srv/pay.py in pay(basket)`, `<ipython-input-3-8f2a> in <module>` */
function ipythonCall(line: string): Call | undefined {
  const cell = /^(?:Cell |Input )?(In ?\[\d{1,9}\])(?:, line (\d{1,9}))?(?:,? in (\S.{0,300}?))?:?$/.exec(
    line.trimEnd(),
  )
  if (cell !== null) return { file: cell[1]!, line: cell[2], name: nameOf(cell[3]) }
  const file = /^File (\S.{0,900}?)(?::(\d{1,9}))?, in (\S.{0,600})$/.exec(line)
  if (file !== null) return { file: file[1]!, line: file[2], name: nameOf(file[3]) }
  const alone = /^File (\S{1,900}):(\d{1,9})$/.exec(line.trimEnd())
  if (alone !== null) return { file: alone[1]!, line: alone[2], name: '<module>' }
  const old = /^([~/<]\S{0,900}|[A-Za-z]:\\.{1,900}?) in (\S.{0,600})$/.exec(line)
  return old === null ? undefined : { file: old[1]!, line: undefined, name: nameOf(old[2]) }
}

/** Removes the arguments, and the words for the code of a cell. */
function nameOf(text: string | undefined): string {
  if (text === undefined || text.startsWith('<cell line') || text.startsWith('<module')) return '<module>'
  const open = text.indexOf('(')
  return open < 1 ? text : text.slice(0, open)
}

/** pytest's forms: calls, the lines of the exception after `E`, and `tests/test_pay.py:11: ValueError` in the long one. */
function pytestToText(text: string): string | undefined {
  const out: string[] = []
  let calls: string[] = []
  let said: string[] = []
  let name = '<module>'
  const end = (type: string) => {
    if (calls.length > 0 && said.length > 0)
      out.push('Traceback (most recent call last):', ...calls, ...headOf(said, type))
    calls = []
    said = []
  }
  for (const line of text.split('\n', maxLines)) {
    if (/^[_=]{4,200} .{1,200} [_=]{4,200}$/.test(line)) {
      end('')
      name = '<module>'
      continue
    }
    const made = /^ {4,40}(?:async )?def (\w{1,200})\(/.exec(line)
    if (made !== null) name = made[1]!
    if (/^E {2,7}\S/.test(line) || /^E {8,}/.test(line)) said.push(line.slice(1).trim())
    const location = /^(\S{1,500}\.pyx?):(\d{1,9}): ?(in )?(\S{0,300})$/.exec(line)
    if (location === null) continue
    const [, file = '', at = '', word, last = ''] = location
    calls.push(`  File "${file}", line ${at}, in ${word === undefined ? name : last}`)
    name = '<module>'
    // In the long form, the last location follows the exception.
    if (word === undefined && said.length > 0) end(last)
  }
  end('')
  return out.length > 0 ? out.join('\n') : undefined
}

/** The lines of the exception; a failed assertion has no type in them. */
function headOf(said: readonly string[], type: string): string[] {
  const [first = '', ...rest] = said
  const typed = /^[A-Za-z_][\w.]{0,200}(?:: |:?$)/.test(first)
    ? first
    : `${type === '' ? 'AssertionError' : type}: ${first}`
  return [typed, ...rest]
}
