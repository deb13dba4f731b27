import { compose, memoize } from './functional.js'

const parse = (text) => JSON.parse(text)
const pick = (key) => (value) => {
  if (!(key in value)) throw new Error(`missing ${key}`)
  return value[key]
}
const upper = (text) => text.toUpperCase()

const nameOf = memoize(compose(parse, pick('name'), upper))

function names(texts) {
  return texts.map((text) => nameOf(text))
}

const lists = [['{"name":"a"}', '{"title":"b"}'], ['{"name":7}'], ['{']]
lists.forEach(function each(list) {
  try {
    names(list)
  } catch (error) {
    report(error)
  }
})
