import render, { helpers } from './template.js'
import * as text from './text.js'

const page = { title: 'Orders', rows: [{ id: 1 }, null] }

try {
  render(page)
} catch (error) {
  report(error)
}
try {
  helpers.link(undefined)
} catch (error) {
  report(error)
}
try {
  text.cut('abc', -1)
} catch (error) {
  report(error)
}
