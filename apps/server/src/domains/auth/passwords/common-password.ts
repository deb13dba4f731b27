/** Common passwords, as stems: the usual decorations around them are removed before the lookup. */
const stems = new Set(
  `password passwort passw motdepasse contrasena senha parola haslo heslo secret geheim letmein welcome willkommen
  bienvenue hello hallo bonjour admin administrator root user guest test testing demo example changeme default login
  master access superman batman spiderman pokemon starwars matrix ninja dragon monkey tiger eagle lion wolf panther
  football soccer baseball basketball hockey tennis golf cricket liverpool arsenal chelsea barcelona juventus
  iloveyou loveyou ilove love lovely sweet sweetheart honey angel princess prince queen king baby sunshine summer winter
  spring autumn sommer herbst flower butterfly rainbow chocolate cookie cheese banana orange apple cherry pepper ginger
  michael jordan daniel thomas andrew joshua matthew robert william charlie george jessica jennifer ashley amanda nicole
  michelle samantha hannah maria anna peter martin andreas stefan computer internet samsung google facebook amazon
  microsoft windows linux apple android nintendo playstation minecraft fortnite freedom trustno trustnoone whatever
  nothing something killer hunter ranger shadow thunder phoenix diamond silver golden purple yellow green blue black
  money dollar lucky happy magic blessed jesus christ heaven god family friends forever mustang ferrari porsche mercedes
  harley corvette yankees cowboys lakers steelers london paris berlin america canada mexico brasil germany deutschland
  december november october september august july june april march february january monday friday sunday bugle
  correcthorse correcthorsebatterystaple`.split(/\s+/),
)

/** Neighboring keys in the order of common keyboards, and the alphabet. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
].flatMap((run) => [run, [...run].reverse().join('')])

const spelledLike: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}

/**
 * Whether a password is among the first that a guesser tries: a common word with digits or signs around it, keys or
 * letters in their order, few characters over and over, a date. It is a rule of thumb with a short list, not a census.
 *
 * @example isCommonPassword('P@ssw0rd2024!') === true
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return (
    new Set(lower).size < 4 ||
    isRepeated(lower) ||
    isDate(lower) ||
    isMadeOfRuns(lower) ||
    wordsOf(lower).some((word) => stems.has(word))
  )
}

/** `abcabcabc`, `passwordpassword` */
function isRepeated(text: string): boolean {
  const again = `${text}${text}`.indexOf(text, 1)
  return again < text.length && isCommonPart(text.slice(0, again))
}

function isCommonPart(part: string): boolean {
  return part.length < 6 || isMadeOfRuns(part) || wordsOf(part).some((word) => stems.has(word))
}

/** Eight digits that read as a day, with or without signs between them. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[./ -]/g, '')
  if (!/^\d{8}$/.test(digits)) return false
  const isDay = (day: string, month: string, year: string) =>
    Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12 && /^(19|20)/.test(year)
  const [a, b, c, d] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4), digits.slice(0, 4)]
  const [e, f] = [digits.slice(4, 6), digits.slice(6)]
  return isDay(a, b, c) || isDay(b, a, c) || isDay(f, e, d)
}

/** Whether a text is made of pieces of three keys or more that follow one another, as `qwer1234` and `abc12345` are. */
function isMadeOfRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    const length = longestRunAt(text, at)
    if (length < 3) return false
    at += length
  }
  return true
}

function longestRunAt(text: string, at: number): number {
  let longest = 0
  while (at + longest < text.length && runs.some((run) => run.includes(text.slice(at, at + longest + 1)))) longest += 1
  return longest
}

/** Returns the words within a password, as written and with signs read as letters, without affixes. */
function wordsOf(text: string): string[] {
  const spelled = (word: string) => [...word].map((sign) => spelledLike[sign] ?? sign).join('')
  const bare = text.replaceAll(/[\s_.-]/g, '').replaceAll(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
  const letters = text.replaceAll(/[^\p{L}]/gu, '')
  const spelledOut = spelled(text).replaceAll(/[^\p{L}]/gu, '')
  return [
    bare,
    letters,
    spelled(bare),
    spelledOut,
    spelled(text.replace(/(?<![\d!?.#*_-])[\d!?.#*_-]+$/, '')).replaceAll(/[^\p{L}]/gu, ''),
  ]
}
