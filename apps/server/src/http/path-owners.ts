// Whose data a route is about, by its path.

export const ofProject = /^\/api\/projects\/:id(\/|$)/
export const ofIssue = /^\/api\/issues\/:id(\/|$)/
export const ofEvent = /^\/api\/events\/:id(\/|$)/
export const ofOrganization = /^\/api\/organizations\/:id(\/|$)/
