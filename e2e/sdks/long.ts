/** Whether the long tests run: what they need is too large for everybody's installation. */
export const isLong = process.env.BUGLE_LONG === '1'
