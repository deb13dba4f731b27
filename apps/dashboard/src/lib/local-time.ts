/** Formats a time for an input of type `datetime-local`: in the reader's zone, without naming it. */
export function toLocalTime(time: number | string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns nine o'clock of the next day, as a person would suggest it. */
export function tomorrowMorning(now: number): string {
  const date = new Date(now)
  return toLocalTime(new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 9).getTime())
}
