/** Scripts of the page, which a phone's app has none of. */
export {}
