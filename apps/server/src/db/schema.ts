/** Row types of the tables, for Kysely. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the accounts and pipeline tables
export interface Schema {}
