/** Whether the long tests run: their dependencies are too large for every installation. */
export const isLong = process.env.BUGLE_LONG === '1'
