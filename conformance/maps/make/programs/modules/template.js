import { cut, escape } from './text.js'

export const helpers = {
  row(row) {
    return `<tr><td>${this.cell(row.id)}</td></tr>`
  },
  cell(value) {
    return escape(String(value))
  },
  link: (target) => `<a href="${escape(target.href)}">${cut(target.text, 20)}</a>`,
}

export default function (page) {
  const rows = page.rows.map((row) => helpers.row(row))
  return `<h1>${escape(page.title)}</h1>${rows.join('')}`
}
