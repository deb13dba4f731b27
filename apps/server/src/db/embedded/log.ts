/** The methods needed of a logger; pino's has them. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
