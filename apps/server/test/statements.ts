import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A statement in the sources, and the row that its code expects. */
export interface Statement {
  /** `file:line` below the folder of sources, for failure messages. */
  location: string
  /** With `$1`, `$2`… in place of values. */
  text: string
  /** The kinds of value that each declared column may have; undefined if nothing is declared. */
  row: Record<string, ReadonlySet<string>> | undefined
  /** Whether the code uses what the statement returns. */
  isUsed: boolean
  /** Whether the code uses the number of rows that the command reports. */
  isCounted: boolean
}

export interface UnreadStatement {
  location: string
  why: string
}

const folder = fileURLToPath(new URL('../src/', import.meta.url))
/** These run statements that others write, or on a server without our tables. */
const skipped = /\.test\.ts$|\/testing\/|^db\/(embedded|copy|listener|sql|storable-parameters)\b|^admin\/backup\//

/**
 * Reads every statement of the sources: texts given to `query`, and the templates of `sql`. A fragment in a template is
 * followed to where it is made: through constants, functions, and the first call of a function that gets it.
 *
 * @param crafted further sources, by name
 */
export function readStatements(crafted: Record<string, string> = {}): {
  statements: Statement[]
  unread: UnreadStatement[]
} {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !skipped.test(name),
  )
  const program = programOf(names, crafted)
  const reader = new StatementReader(program)
  for (const name of [...names, ...Object.keys(crafted)]) reader.read(program.getSourceFile(folder + name)!, name)
  return reader
}

function programOf(names: readonly string[], crafted: Record<string, string>): ts.Program {
  const { config } = ts.readConfigFile(`${folder}../../../tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, folder)
  const host = ts.createCompilerHost({ ...options, types: ['node'] })
  const { fileExists, readFile } = host
  const craftedAt = (path: string) => crafted[path.slice(folder.length)]
  host.fileExists = (path) => craftedAt(path) !== undefined || fileExists(path)
  host.readFile = (path) => craftedAt(path) ?? readFile(path)
  const files = [...names, ...Object.keys(crafted)].map((name) => folder + name)
  return ts.createProgram(files, { ...options, types: ['node'] }, host)
}

class Unreadable extends Error {}

class StatementReader {
  readonly statements: Statement[] = []
  readonly unread: UnreadStatement[] = []
  readonly #checker: ts.TypeChecker
  /** The first call of each function, which stands for all: how its parameters are followed. */
  readonly #calls = new Map<ts.Node, ts.CallExpression>()
  /** Arguments of the calls being followed, by parameter. */
  readonly #given = new Map<ts.Node, ts.Expression>()
  #parameters = 0

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker()
    for (const source of program.getSourceFiles())
      if (source.fileName.startsWith(folder) && !source.isDeclarationFile) this.#noteCalls(source)
  }

  read(source: ts.SourceFile, name: string): void {
    const visit = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      for (const found of this.#statementsAt(node)) this.#add(`${name}:${line + 1}`, found)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }

  #add(location: string, { expression, row, isUsed, isCounted }: FoundStatement): void {
    this.#parameters = 0
    this.#given.clear()
    try {
      const text = this.#isFragment(expression) ? this.#fragment(expression) : this.#text(expression)
      this.statements.push({ location, text, row: row && this.#columns(row), isUsed, isCounted })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.unread.push({ location, why: error.message })
    }
  }

  #statementsAt(node: ts.Node): FoundStatement[] {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' && node.typeArguments !== undefined)
      return [{ expression: node, row: node.typeArguments[0], isUsed: true, isCounted: false }]
    if (!ts.isCallExpression(node)) return []
    const [first, second] = node.arguments
    if (node.expression.getText() === 'execute' && second !== undefined && this.#isFragment(second))
      return [{ expression: second, row: undefined, isUsed: false, isCounted: isUsed(node) }]
    if (node.expression.getText() === 'rowsOf' && node.typeArguments !== undefined && second !== undefined)
      return [{ expression: second, row: node.typeArguments[0], isUsed: true, isCounted: false }]
    const callee = node.expression
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'query' || first === undefined) return []
    // A statement of the driver's own protocol, such as a copy, has no text.
    if (this.#checker.getTypeAtLocation(first).getProperty('submit') !== undefined) return []
    const shared = { row: node.typeArguments?.[0], isUsed: isUsed(node), isCounted: readsRowCount(node) }
    return this.#textsOfArgument(first).map((expression) => ({ expression, ...shared }))
  }

  /** Returns the text of `query('…')` and of `query({ name, text: '…', values })`; of a choice, both. */
  #textsOfArgument(argument: ts.Expression): ts.Expression[] {
    if (ts.isConditionalExpression(argument))
      return [argument.whenTrue, argument.whenFalse].flatMap((one) => this.#textsOfArgument(one))
    if (!ts.isObjectLiteralExpression(argument)) return [argument]
    const properties = argument.properties.flatMap((one) =>
      ts.isSpreadAssignment(one) ? [...(this.#objectOf(one.expression)?.properties ?? [])] : one,
    )
    const text = properties.find((one) => one.name?.getText() === 'text')
    return [(text && this.#valueOf(text)) ?? argument]
  }

  #noteCalls(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const callee = this.#functionOf(node)
      if (callee !== undefined && !this.#calls.has(callee)) this.#calls.set(callee, node)
    }
    ts.forEachChild(node, (child) => this.#noteCalls(child))
  }

  /** Returns the function of ours that a call runs. */
  #functionOf({ expression }: ts.CallExpression): ts.SignatureDeclaration | undefined {
    const declaration = this.#declarationOf(expression)
    if (declaration === undefined) return undefined
    if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration
    const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined
  }

  #declarationOf(node: ts.Expression): ts.Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node)
    if (symbol === undefined) return undefined
    const own = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? this.#checker.getAliasedSymbol(symbol) : symbol
    return own.valueDeclaration
  }

  #isFragment(node: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(node)
    const all = type.isUnion() ? type.types : [type]
    return all.every((one) => one.getProperty('toOperationNode') !== undefined)
  }

  /** The text of a part of a statement: a fragment, or a value. */
  #part(node: ts.Expression): string {
    return this.#isFragment(node) ? this.#fragment(node) : this.#value()
  }

  #value(): string {
    this.#parameters += 1
    return `$${this.#parameters}`
  }

  #fragment(wrapped: ts.Expression): string {
    const node = unwrapped(wrapped)
    if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, (part) => this.#part(part))
    if (ts.isCallExpression(node)) {
      const made = this.#madeBy(node)
      if (made !== undefined) return made
      return this.#inCall(node, (result) => this.#part(result))
    }
    return this.#follow(node, (value) => this.#part(value))
  }

  /** The text of the functions that make fragments. */
  #madeBy({ expression, arguments: [first, second] }: ts.CallExpression): string | undefined {
    switch (expression.getText()) {
      case 'sql.raw':
      case 'sql.ref':
      case 'sql.table':
        return this.#text(first!)
      case 'sql.lit':
        return this.#text(first!)
      case 'sql.join':
        return this.#elements(first!).join(second === undefined ? ', ' : this.#fragment(second))
      case 'typed':
        return `${this.#value()}::${this.#text(second!)}`
      case 'allOf':
      case 'anyOf': {
        const conditions = this.#elements(first!).map((text) => `(${text})`)
        const isAll = expression.getText() === 'allOf'
        return conditions.length === 0 ? `${isAll}` : conditions.join(isAll ? ' and ' : ' or ')
      }
      default:
        return undefined
    }
  }

  /** The texts of the elements of an array; of one that is computed, those that can be seen. */
  #elements(wrapped: ts.Expression): string[] {
    const node = unwrapped(wrapped)
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((one) =>
        ts.isSpreadElement(one) ? this.#elements(one.expression) : this.#part(one),
      )
    if (ts.isConditionalExpression(node)) {
      const texts = this.#elements(node.whenTrue)
      return texts.length > 0 ? texts : this.#elements(node.whenFalse)
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const [made] = node.arguments
      if (['map', 'flatMap'].includes(name.text) && made !== undefined && ts.isArrowFunction(made)) {
        const result = resultOf(made)
        if (result !== undefined && this.#isFragment(result)) return [this.#fragment(result)]
        if (result !== undefined && name.text === 'flatMap') return this.#elements(result)
      }
      if (name.text === 'filter') return this.#elements(expression)
    }
    if (ts.isCallExpression(node)) return this.#inCall(node, (result) => this.#elements(result))
    return this.#follow(node, (value) => this.#elements(value))
  }

  /** The value of an expression that is text, or a number. */
  #text(wrapped: ts.Expression): string {
    const node = unwrapped(wrapped)
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text
    if (ts.isPrefixUnaryExpression(node)) return `-${this.#text(node.operand)}`
    if (ts.isTemplateExpression(node)) return templateText(node, (part) => this.#text(part))
    if (ts.isBinaryExpression(node)) return this.#text(node.left) + this.#text(node.right)
    if (ts.isElementAccessExpression(node)) return this.#follow(node, (value) => this.#text(value))
    const type = this.#checker.getTypeAtLocation(node)
    if (type.isStringLiteral() || type.isNumberLiteral()) return `${type.value}`
    if (type.isUnion() && type.types[0]!.isStringLiteral()) return type.types[0].value
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node
      if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'join')
        return this.#texts(callee.expression).join(
          node.arguments[0] === undefined ? ',' : this.#text(node.arguments[0]),
        )
      return this.#inCall(node, (result) => this.#text(result))
    }
    return this.#follow(node, (value) => this.#text(value))
  }

  #texts(wrapped: ts.Expression): string[] {
    const node = unwrapped(wrapped)
    if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => this.#text(one))
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [made] = node.arguments
      if (node.expression.name.text === 'map' && made !== undefined && ts.isArrowFunction(made)) {
        const [parameter] = made.parameters
        return this.#texts(node.expression.expression).map((text) => {
          if (parameter !== undefined) this.#given.set(parameter, ts.factory.createStringLiteral(text))
          return this.#text(resultOf(made)!)
        })
      }
    }
    return this.#follow(node, (value) => this.#texts(value))
  }

  /** Follows a call into its function. */
  #inCall<T>(call: ts.CallExpression, read: (result: ts.Expression) => T): T {
    const callee = this.#functionOf(call)
    const result = callee && resultOf(callee)
    if (result === undefined) throw new Unreadable(`the call ${shortened(call)}`)
    const before = callee!.parameters.map((parameter) => this.#given.get(parameter))
    this.#bind(callee!, call.arguments)
    try {
      return read(result)
    } finally {
      this.#bind(callee!, before)
    }
  }

  #bind({ parameters }: ts.SignatureDeclaration, values: readonly (ts.Expression | undefined)[]): void {
    for (const [index, parameter] of parameters.entries()) {
      const value = values[index]
      if (value === undefined) this.#given.delete(parameter)
      else this.#given.set(parameter, value)
    }
  }

  /** Follows a name to its value. */
  #follow<T>(node: ts.Expression, read: (value: ts.Expression) => T): T {
    if (ts.isConditionalExpression(node)) return this.#chosen(node, read)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return read(node.right)
    if (ts.isElementAccessExpression(node)) {
      const value = this.#elementOf(node)
      if (value !== undefined) return read(value)
    }
    const declaration = this.#declarationOf(node)
    const value = declaration && this.#valueOf(declaration)
    if (value === undefined) throw new Unreadable(shortened(node))
    return read(value)
  }

  /** The branch that adds something to a statement. */
  #chosen<T>({ whenTrue, whenFalse }: ts.ConditionalExpression, read: (value: ts.Expression) => T): T {
    const one = read(whenTrue)
    if (one !== '') return one
    try {
      return read(whenFalse)
    } catch (error) {
      // It would be read only of an argument that no call gives.
      if (error instanceof Unreadable) return one
      throw error
    }
  }

  #valueOf(declaration: ts.Declaration): ts.Expression | undefined {
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent
      return ts.isForOfStatement(loop) ? this.#arrayOf(loop.expression)?.elements[0] : declaration.initializer
    }
    if (ts.isPropertyAssignment(declaration)) return declaration.initializer
    if (ts.isParameter(declaration)) return this.#argumentOf(declaration) ?? declaration.initializer
    if (ts.isShorthandPropertyAssignment(declaration)) {
      const symbol = this.#checker.getShorthandAssignmentValueSymbol(declaration)
      return symbol?.valueDeclaration && this.#valueOf(symbol.valueDeclaration)
    }
    if (!ts.isBindingElement(declaration)) return undefined
    const pattern = declaration.parent
    const whole = this.#valueOf(pattern.parent)
    if (ts.isArrayBindingPattern(pattern)) {
      return (whole && this.#arrayOf(whole))?.elements[pattern.elements.indexOf(declaration)]
    }
    const name = (declaration.propertyName ?? declaration.name).getText()
    const property = (whole && this.#objectOf(whole))?.properties.find((one) => one.name?.getText() === name)
    return (property && this.#valueOf(property)) ?? declaration.initializer
  }

  /** The argument that a parameter stands for: of the call being followed, or of the first one anywhere. */
  #argumentOf(parameter: ts.ParameterDeclaration): ts.Expression | undefined {
    const given = this.#given.get(parameter)
    if (given !== undefined) return given
    const call = this.#calls.get(parameter.parent)
    if (call === undefined) return undefined
    this.#bind(parameter.parent, call.arguments)
    return this.#given.get(parameter)
  }

  #arrayOf(wrapped: ts.Expression): ts.ArrayLiteralExpression | undefined {
    const node = unwrapped(wrapped)
    if (ts.isArrayLiteralExpression(node)) return node
    if (ts.isConditionalExpression(node)) return this.#arrayOf(node.whenTrue)
    const declaration = this.#declarationOf(node)
    const value = declaration && this.#valueOf(declaration)
    return value && this.#arrayOf(value)
  }

  #objectOf(wrapped: ts.Expression): ts.ObjectLiteralExpression | undefined {
    const node = unwrapped(wrapped)
    if (ts.isObjectLiteralExpression(node)) return node
    if (ts.isElementAccessExpression(node)) {
      const value = this.#elementOf(node)
      return value && this.#objectOf(value)
    }
    if (ts.isCallExpression(node)) {
      const callee = this.#functionOf(node)
      const result = callee && resultOf(callee)
      return result && this.#objectOf(result)
    }
    const declaration = this.#declarationOf(node)
    const value = declaration && this.#valueOf(declaration)
    return value && this.#objectOf(value)
  }

  /** The property of an object by a computed name: the first that it may be. */
  #elementOf({ expression, argumentExpression }: ts.ElementAccessExpression): ts.Expression | undefined {
    const properties = this.#objectOf(expression)?.properties ?? []
    const type = this.#checker.getTypeAtLocation(argumentExpression)
    const name = type.isUnion() ? type.types[0] : type
    const named = properties.find((one) => name?.isStringLiteral() && one.name?.getText() === name.value)
    const found = named ?? properties[0]
    return found && this.#valueOf(found)
  }

  #columns(node: ts.TypeNode): Record<string, ReadonlySet<string>> {
    const row = this.#checker.getTypeFromTypeNode(node)
    const columns = this.#checker.getPropertiesOfType(row).map((property): [string, ReadonlySet<string>] => {
      const type = this.#checker.getTypeOfSymbol(property)
      return [property.name, new Set(this.#kindsOf(type))]
    })
    return Object.fromEntries(columns)
  }

  #kindsOf(type: ts.Type): string[] {
    if (type.isUnion()) return type.types.flatMap((one) => this.#kindsOf(one))
    const { flags } = type
    if ((flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0) return []
    if ((flags & ts.TypeFlags.StringLike) !== 0) return ['string']
    if ((flags & ts.TypeFlags.NumberLike) !== 0) return ['number']
    if ((flags & ts.TypeFlags.BooleanLike) !== 0) return ['boolean']
    if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return ['anything']
    // A branded text.
    if (type.isIntersection()) return this.#kindsOf(type.types[0]!)
    const name = type.symbol?.name
    if (name === 'Date' || name === 'Buffer') return [name]
    const element = this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    return element === undefined ? ['object'] : this.#kindsOf(element).map((kind) => `${kind}[]`)
  }
}

interface FoundStatement {
  expression: ts.Expression
  row: ts.TypeNode | undefined
  isUsed: boolean
  isCounted: boolean
}

function isUsed(call: ts.CallExpression): boolean {
  const { parent } = call
  return !(
    ts.isExpressionStatement(parent) ||
    (ts.isAwaitExpression(parent) && ts.isExpressionStatement(parent.parent))
  )
}

/** Whether `rowCount` is taken of the result of a call, or the result is kept whole. */
function readsRowCount(call: ts.CallExpression): boolean {
  let node: ts.Node = call.parent
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'rowCount'
  if (!ts.isVariableDeclaration(node)) return false
  if (!ts.isObjectBindingPattern(node.name)) return true
  return node.name.elements.some((one) => (one.propertyName ?? one.name).getText() === 'rowCount')
}

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
    ? unwrapped(node.expression)
    : node
}

function templateText(template: ts.TemplateLiteral, read: (part: ts.Expression) => string): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  return template.head.text + template.templateSpans.map((span) => read(span.expression) + span.literal.text).join('')
}

/** Returns what a function returns: at its end, or else in the first of its branches. */
function resultOf(callee: ts.SignatureDeclaration): ts.Expression | undefined {
  const { body } = callee as ts.FunctionLikeDeclaration
  if (body === undefined || !ts.isBlock(body)) return body
  return (body.statements.findLast(ts.isReturnStatement) ?? firstReturnIn(body))?.expression
}

function firstReturnIn(node: ts.Node): ts.ReturnStatement | undefined {
  return ts.forEachChild(node, (child) => {
    if (ts.isReturnStatement(child)) return child
    return ts.isFunctionLike(child) ? undefined : firstReturnIn(child)
  })
}

function shortened(node: ts.Node): string {
  return node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)
}
