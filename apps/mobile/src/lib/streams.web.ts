// Browsers have streams.
export {}
