/** The HTTP routes of issues. */

export { mountIssues } from './routes.ts'
