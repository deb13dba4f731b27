/** What we need of a logger; pino's has it. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
