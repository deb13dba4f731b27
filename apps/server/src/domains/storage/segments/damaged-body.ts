/** Thrown if stored bytes cannot be read back: the disk is damaged, or the row was changed. Retrying does not help. */
export class DamagedBody extends Error {}
