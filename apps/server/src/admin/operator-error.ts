/** A command cannot be carried out as given; the message is for the operator, and nothing was changed. */
export class OperatorError extends Error {}
