import { computed, memberOf, type Name, nameOf } from './name.ts'
import { childOf, type Node } from './syntax.ts'

/** Names the key of a member or property. */
export function keyOf(node: Node): Name {
  const key = childOf(node, 'key')
  if (key === undefined) return nameOf('')
  const text = memberText(key)
  return nameOf(node.computed === true && key.type !== 'Literal' ? `[${text}]` : text, key.start)
}

/**
 * Names an assignment's target: a variable, or a member such as `Cart.prototype.total`, or `this.total` in the class
 * `owner`.
 */
export function targetName(target: Node | undefined, owner: Name | undefined): Name | undefined {
  if (target?.type !== 'MemberExpression') return identifierOf(target)
  const property = childOf(target, 'property')
  if (property === undefined || (target.computed === true && property.type !== 'Literal')) return undefined
  if (passedOver.has(String(property.name))) return ownerName(target, owner)
  const member = nameOf(memberText(property), property.start)
  return memberOf(ownerName(childOf(target, 'object'), owner), member)
}

/** Names the object whose member is assigned, without `prototype` and without the objects of modules. */
function ownerName(start: Node | undefined, owner: Name | undefined): Name | undefined {
  let object = start
  while (object?.type === 'MemberExpression' && passedOver.has(String(childOf(object, 'property')?.name))) {
    object = childOf(object, 'object')
  }
  if (object?.type === 'ThisExpression') return owner
  if (object?.type === 'MemberExpression' && object.computed !== true) return identifierOf(childOf(object, 'property'))
  return moduleObjects.has(String(object?.name)) ? undefined : identifierOf(object)
}

const passedOver = new Set(['prototype', 'exports'])
const moduleObjects = new Set(['exports', 'module', 'globalThis', 'window', 'self', 'global'])

/** Names an identifier. */
export function identifierOf(node: Node | undefined): Name | undefined {
  return node?.type === 'Identifier' ? nameOf(String(node.name), node.start) : undefined
}

/** Text of a key: an identifier, a private name, a literal, or a path of two such as `Symbol.iterator`. */
function memberText(key: Node): string {
  if (key.type !== 'MemberExpression') return simpleText(key)
  const object = childOf(key, 'object')
  const property = childOf(key, 'property')
  return object === undefined || property === undefined ? '' : `${simpleText(object)}.${simpleText(property)}`
}

function simpleText(key: Node): string {
  if (key.type === 'Identifier') return String(key.name)
  if (key.type === 'PrivateIdentifier') return `#${String(key.name)}`
  return key.type === 'Literal' ? String(key.value) : computed
}
