/** The values of a statement, each with its placeholder. */
export class Parameters {
  readonly values: unknown[] = []
  /** The projects that are searched. */
  readonly projects: string

  constructor(projectIds: readonly number[]) {
    this.projects = this.add(projectIds, 'int8[]')
  }

  /** @returns the placeholder of the value, such as `$3::text` */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
