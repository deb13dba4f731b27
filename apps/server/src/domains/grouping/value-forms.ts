/** A form of values that vary from event to event. */
export interface ValueForm {
  /** Replacement; `$1` stands for the part of the word that stays. */
  kind: string
  pattern: RegExp
  /** A word that this form is the first to match. */
  example: string
  /** Whether the value is significant after the previous word, and stays. */
  stays?: (word: string, previous: string) => boolean
}

/** Forms of words with a digit, without punctuation at the end; the first match counts. */
export const numberForms: readonly ValueForm[] = [
  {
    kind: '<uuid>',
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    example: '018f6d0c-7b1e-7c3a-9f20-5d2b8a6e4c11',
  },
  {
    kind: '<date>',
    pattern: /^\d{4}[-/]\d\d?[-/]\d\d?(?:[T_][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/,
    example: '2026-11-23T07:51:00Z',
  },
  { kind: '<date>', pattern: /^\d\d?[-/.](?:\d\d?|[A-Z][a-z]{2})[-/.]\d{4}$/, example: '23.11.2026' },
  { kind: '<date>', pattern: /^\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/, example: '07:51:00.123' },
  { kind: '<address>', pattern: /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/, example: '10.0.0.1:5432' },
  { kind: '<address>', pattern: /^(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w{1,15})?$/i, example: 'fe80::1' },
  { kind: '<address>', pattern: /^(?:localhost|[a-z0-9.-]+\.[a-z]{2,}):\d+$/i, example: 'db.example.com:5432' },
  { kind: '<hex>', pattern: /^#?0x[0-9a-f]+$/i, example: '0x7ffd1a2b', stays: isResultCode },
  // Java prints an object as its class and a hash computed at run time.
  { kind: '$1<id>', pattern: /^([A-Za-z_$][\w$.[;]{0,80}@)[0-9a-f]{5,8}$/, example: 'com.shop.Cart@1b6d3586' },
  { kind: '$1<id>', pattern: /^(sha\d{1,3}[-:])[\w+/=-]{20,}$/i, example: 'sha256:9f86d081884c7d659a2feaa0c55ad015' },
  {
    kind: '<id>',
    pattern: /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/]{20,}={1,2}$/,
    example: 'SGVsbG8gd29ybGQgMTIzNDU=',
  },
  { kind: '<version>', pattern: /^v?\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/, example: 'v5.10.0-rc.1' },
  { kind: '<address>$1', pattern: /^ip(?:-\d{1,3}){4}((?:\.[a-z0-9-]+)*)$/, example: 'ip-10-0-12-7.ec2.internal' },
  // A pod of Kubernetes: what people called its controller, a hash or time, and five letters.
  {
    kind: '$1-<id>',
    pattern:
      /^([a-z][a-z0-9-]{0,60}?)-(?:(?=[a-z]*\d)[0-9a-z]{8,10}|[bcdfghjklmnpqrstvwxz2456789]{5,10})-(?=[a-z]*\d|[^aeiou]*$)[0-9a-z]{5}$/,
    example: 'orders-7d9f8c6b5-x2k4q',
  },
  { kind: '#<value>', pattern: /^#(?=\d*[a-f])[0-9a-f]{6}(?:[0-9a-f]{2})?$/i, example: '#ff8800' },
  {
    kind: '<number>',
    pattern: /^[+#$€£-]{0,2}\d[\d.,_]*(?:e[+-]?\d+)?(?:%|[a-zA-Zµ°€]{1,5}(?:\/s)?)?$/,
    example: '4,906kB',
    stays: isSignificant,
  },
  { kind: '<number>', pattern: /^(?:\d+(?:\.\d+)?(?:[dhms]|ms)){2,5}$/, example: '1h30m' },
  { kind: '<id>', pattern: /^(?=.*[a-f])[0-9a-f]{7,}$/i, example: '3f9a1c2' },
]

/** Forms of identifiers, tried on what is no number, path or assignment. */
export const idForms: readonly ValueForm[] = [
  // Members of a group are counted: `kafka-0`, `worker-12`. Standards have a number of their own.
  {
    kind: '$1-<number>',
    pattern:
      /^(?!(?:utf|iso|sha|md|cp|es|http|tls|ssl|ipv|windows|latin|base|aes|rsa|crc|rfc|x|h|mp|gpt|php|python|java|node|ecma|koi|big|html|css|web|level|step|phase|type|version)[-_]\d)((?:[a-z]{2,20}[-_]){0,6}[a-z]{4,20})[-_]\d{1,4}$/,
    example: 'kafka-0',
  },
  {
    kind: '<id>',
    pattern: /^(?=.*(?:\d{2}|[0-9][A-Za-z]))[A-Za-z]{0,12}(?:[_-][0-9A-Za-z]+)+$/,
    example: 'req_8Kd2',
  },
  { kind: '<id>', pattern: /^[0-9A-Za-z_-]{12,}$/, example: 'dQw4w9WgXcQx' },
  { kind: '<id>', pattern: /^[A-Za-z]{1,3}\d{3,}$/, example: 'SKU77723', stays: isErrorCode },
  { kind: '<id>', pattern: /^eyJ[\w-]+\..*$/, example: 'eyJhbGciOiJIUzI1NiJ9.e30.abc' },
]

/** Numbers after these words are significant: HTTP 404 is not HTTP 500. */
export const significant = /^(?:status|code|errno|http(?:\/\d\.\d)?|error|exit|signal)[:=#]?$/i
const small = /^(?:code|errno|exit|status|signal)[:=#]?$/i
/** Matches `React error #31`, `MySQL error 1062`. After a colon a sentence begins: `Error: 12 rows are left`. */
const numbered = /^(?:error|code|errno)$/i

/** Whether a number after this word identifies the error. */
export function isSignificant(number: string, word: string): boolean {
  return (
    (/^\d{3}$/.test(number) && significant.test(word)) ||
    (/^\d{1,3}$/.test(number) && small.test(word)) ||
    (/^#?\d{1,5}$/.test(number) && numbered.test(word))
  )
}

/** Matches `error E1042`: an interface numbers its errors. */
function isErrorCode(code: string, word: string): boolean {
  return /^[A-Z]{1,3}\d{3,5}$/.test(code) && numbered.test(word)
}

/** Matches `HRESULT: 0x80070005`. Windows codes have eight digits, like 32-bit addresses, but those follow no such word. */
function isResultCode(number: string, word: string): boolean {
  return number.length === 10 && /^(?:error|code|hresult)[:=]?$/i.test(word)
}
