/** Stored bytes cannot be read back: the disk is broken, or somebody changed the row. Trying again does not help. */
export class DamagedBody extends Error {}
