/** Fields without those that are undefined. */
type Given<T> = { [Field in keyof T]?: Exclude<T[Field], undefined> }

/**
 * Leaves out the fields that are undefined: options that were not given.
 *
 * @example withoutUndefined({ query: 'is:new', sort: undefined }) // { query: 'is:new' }
 */
export function withoutUndefined<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
