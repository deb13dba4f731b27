/** Type and message that are set apart by blanks, brackets or fields. */
interface SetApart {
  exception_type?: string
  message: string
}

/**
 * Parses the heads of consoles and of logs in fields.
 *
 * @example parseSetApart('time=1 level=fatal msg="no cart"') // { message: 'no cart' }
 */
export function parseSetApart(text: string): SetApart | undefined {
  // Laravel's console.
  const wide = /^([\w\\]{1,200}(?:Exception|Error)) {2,9}(\S[^\n]{0,900})$/.exec(text)
  if (wide !== null) return { exception_type: wide[1]!, message: wide[2]! }
  const failed = parseFailedFields(text)
  if (failed !== undefined) return failed
  const fields = /^(?:\w{1,30}=\S{1,200} ){1,9}msg="((?:[^"\\\n]|\\.){1,900})"/.exec(text)
  if (fields !== null) return { message: fields[1]! }
  // PowerShell names the command.
  const command = /^[A-Z]\w{1,40}-\w{1,60} : /.exec(text)
  return command === null ? undefined : { message: text.slice(command[0].length) }
}

/** `exception 'App\\NoCart' with message 'no cart'`, of PHP 5. */
export function parseOldPhp(text: string): SetApart | undefined {
  if (!text.includes("' with message '")) return undefined
  const old = /(?:^|\s)exception '([\w\\]{1,200})' with message '([\s\S]{0,900})'$/.exec(text)
  return old === null ? undefined : { exception_type: old[1]!, message: old[2]! }
}

/** `In Cart.php line 17:`, `[App\\NoCart]` and the message, of Symfony's console. */
export function parseConsoleBlock(text: string): SetApart | undefined {
  if (!text.startsWith('In ')) return undefined
  const block = /^In [^\n]{1,200} line \d{1,9}:\n\[([\w\\]{1,200})[^\]\n]{0,40}\]\n/.exec(text)
  return block === null ? undefined : { exception_type: block[1]!, message: text.slice(block[0].length) }
}

/** `**NoMethodError** in **sidekiq#default**`, above the message: the text that crash services file as an issue. */
export function parseIssue(text: string): SetApart | undefined {
  const labelled = text.startsWith('**')
    ? /^\*\*([\w\\]{0,200}(?:Error|Exception))\*\*: ([^\n]{1,900})\n/.exec(text)
    : null
  if (labelled !== null) return { exception_type: labelled[1]!, message: labelled[2]! }
  if (!text.includes('** in **')) return undefined
  const named = /(?:^|\n)\*\*([\w.$:\\]{3,200})\*\* in \*\*[^*\n]{1,200}\*\*\n([^\n]{1,900})/.exec(text)
  return named === null ? undefined : { exception_type: named[1]!, message: named[2]! }
}

/** `… error_class=Errno::EPIPE error="broken pipe"`: a log that names type and message among its fields. */
function parseFailedFields(text: string): SetApart | undefined {
  const type = /(?:^|\s)(?:error|exception|exc)[._]?(?:class|type|name)="?([\w.:\\$]{2,200})"?(?=\s|$)/i.exec(text)
  if (type === null) return undefined
  const said = /(?:^|\s)(?:error|exception|err|exc)(?:[._]?(?:message|msg|value))?="((?:[^"\\\n]|\\.){1,900})"/i.exec(
    text,
  )
  return said === null ? undefined : { exception_type: type[1]!, message: said[1]!.replaceAll('\\"', '"') }
}

/** Parses a type and message in quotation marks, as Vue 2 prints them, and the page of React's tools. */
export function parseQuoted(text: string): SetApart | undefined {
  if (!text.includes('Error in ') && !text.startsWith('Unhandled Rejection (')) return undefined
  const quoted = /(?:^|\n|\]: )Error in [^\n"]{1,80}: "(\w{1,100}(?:Error|Exception)): ([^\n]{1,900})"(?:\n|$)/.exec(
    text,
  )
  if (quoted !== null) return { exception_type: quoted[1]!, message: quoted[2]! }
  const rejected = /^Unhandled Rejection \((\w{1,100})\): /.exec(text)
  return rejected === null ? undefined : { exception_type: rejected[1]!, message: text.slice(rejected[0].length) }
}
