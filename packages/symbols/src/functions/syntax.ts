/** A node of the syntax tree, as far as it is looked at. */
export interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

/** Calls `visit` with every node directly below a node. */
export function eachChild(node: Node, visit: (child: Node, property: string) => void): void {
  for (const property in node) {
    const value = node[property]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      if (isNode(value)) visit(value, property)
      continue
    }
    for (const item of value) if (isNode(item)) visit(item, property)
  }
}

/** Returns a child that is a node. */
export function childOf(node: Node, property: string): Node | undefined {
  const child = node[property]
  return isNode(child) ? child : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
