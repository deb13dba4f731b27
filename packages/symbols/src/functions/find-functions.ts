import { memberOf, type Name, nameOf } from './name.ts'
import { childOf, eachChild, type Node } from './syntax.ts'
import { identifierOf, keyOf, targetName } from './target-name.ts'

/** A function of a syntax tree; offsets in UTF-16 code units. */
export interface FoundFunction {
  start: number
  end: number
  /** Undefined for an anonymous one. */
  name: Name | undefined
  /** True when it is called where it stands, as minifiers write a function that is used once. */
  isCalledInPlace: boolean
}

/** Hints from further up in the tree. */
interface Context {
  /** Name that an anonymous function or class gets here, from the variable or property it is assigned to. */
  name: Name | undefined
  /** Class whose member this is part of, for `this.total = () => {}`. */
  owner: Name | undefined
  isCallee?: boolean
}

type Visit = (node: Node, context: Context) => void

/**
 * Finds all functions of a syntax tree, in order of their start. Names are those of a stack trace where the text decides
 * them: declaration, variable, property, class member (`Cart.total`), constructor (`new Cart`), default value.
 *
 * The tree is walked without recursion, because hostile code nests deeper than the stack.
 */
export function findFunctions(program: Node): FoundFunction[] {
  const found: FoundFunction[] = []
  const stack: [Node, Context][] = [[program, { name: undefined, owner: undefined }]]
  const visit: Visit = (node, context) => stack.push([node, context])
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, context] = next
    const range = rangeOf(node, context)
    if (range !== undefined) found.push(range)
    const visitChildren = rules[node.type] ?? visitPlain
    visitChildren(node, context, visit)
  }
  return found.sort((one, other) => one.start - other.start || other.end - one.end)
}

/** A node that has a frame of its own on the stack. */
function rangeOf(node: Node, context: Context): FoundFunction | undefined {
  const { name, isCallee = false } = context
  const { type, start, end } = node
  if (type === 'StaticBlock') return { start, end, name, isCalledInPlace: false }
  if (type === 'PropertyDefinition') return initializerOf(node, context)
  if (!isFunction(node) || childOf(node, 'body') === undefined) return undefined
  return { start, end, name: identifierOf(childOf(node, 'id')) ?? name, isCalledInPlace: isCallee }
}

/** The value of a field, unless it is a function, which runs only later. */
function initializerOf(node: Node, { owner }: Context): FoundFunction | undefined {
  const value = childOf(node, 'value')
  if (value === undefined || isFunction(value)) return undefined
  const name = node.static === true ? '<static_initializer>' : '<instance_members_initializer>'
  return { start: value.start, end: value.end, name: memberOf(owner, nameOf(name)), isCalledInPlace: false }
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function visitPlain(node: Node, { owner }: Context, visit: Visit): void {
  eachChild(node, (child) => visit(child, { name: undefined, owner }))
}

/** Rules of the nodes that give names to what is below them; the others pass none on. */
const rules: Record<string, (node: Node, context: Context, visit: Visit) => void> = {
  ClassDeclaration: visitClass,
  ClassExpression: visitClass,
  MethodDefinition: visitMethod,
  PropertyDefinition: visitField,
  AccessorProperty: visitField,
  ClassBody: visitClassBody,
  Property: visitProperty,
  VariableDeclarator: (node, context, visit) => visitAssignment(node, 'id', 'init', context, visit),
  AssignmentExpression: (node, context, visit) => visitAssignment(node, 'left', 'right', context, visit),
  AssignmentPattern: (node, context, visit) => visitAssignment(node, 'left', 'right', context, visit),
  ExportDefaultDeclaration: (node, context, visit) =>
    visitValue(node, 'declaration', nameOf('default'), context, visit),
  CallExpression: visitCall,
  ArrayExpression: passName,
  ObjectExpression: passName,
  ConditionalExpression: visitConditional,
  LogicalExpression: passName,
  ParenthesizedExpression: passName,
  TSAsExpression: passName,
  TSSatisfiesExpression: passName,
  TSNonNullExpression: passName,
  TSTypeAssertion: passName,
}

function passName(node: Node, context: Context, visit: Visit): void {
  eachChild(node, (child) => visit(child, context))
}

function visitCall(node: Node, { owner }: Context, visit: Visit): void {
  eachChild(node, (child, property) => visit(child, { name: undefined, owner, isCallee: property === 'callee' }))
}

function visitConditional(node: Node, { name, owner }: Context, visit: Visit): void {
  eachChild(node, (child, property) => visit(child, { name: property === 'test' ? undefined : name, owner }))
}

/** Visits the children of a node, of which one gets a name. */
function visitValue(node: Node, value: string, name: Name | undefined, { owner }: Context, visit: Visit): void {
  eachChild(node, (child, property) => visit(child, { name: property === value ? name : undefined, owner }))
}

function visitAssignment(node: Node, target: string, value: string, context: Context, visit: Visit): void {
  visitValue(node, value, targetName(childOf(node, target), context.owner), context, visit)
}

function visitClass(node: Node, { name, owner }: Context, visit: Visit): void {
  const own = identifierOf(childOf(node, 'id')) ?? name
  eachChild(node, (child, property) => visit(child, { name: undefined, owner: property === 'body' ? own : owner }))
}

/** Static blocks and values of fields run in functions that the engine makes. */
function visitClassBody(node: Node, { owner }: Context, visit: Visit): void {
  eachChild(node, (child) => {
    const name = child.type === 'StaticBlock' ? memberOf(owner, nameOf('<static_initializer>')) : undefined
    visit(child, { name, owner })
  })
}

function visitMethod(node: Node, { owner }: Context, visit: Visit): void {
  const isConstructor = node.kind === 'constructor'
  const name = isConstructor ? { isConstructor, parts: owner?.parts ?? [] } : memberOf(owner, keyOf(node))
  visitValue(node, 'value', name, { name: undefined, owner }, visit)
}

function visitField(node: Node, { owner }: Context, visit: Visit): void {
  visitValue(node, 'value', memberOf(owner, keyOf(node)), { name: undefined, owner }, visit)
}

function visitProperty(node: Node, { name, owner }: Context, visit: Visit): void {
  visitValue(node, 'value', memberOf(name, keyOf(node)), { name: undefined, owner }, visit)
}
