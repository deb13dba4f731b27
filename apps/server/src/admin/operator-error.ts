/** A command cannot be done as it was given; the message is for the operator, and nothing was changed. */
export class OperatorError extends Error {}
