export function escape(text) {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function cut(text, length) {
  if (length < 0) {
    throw new RangeError(`length ${length} is below 0`)
  }
  return text.length > length ? `${text.slice(0, length)}…` : text
}
