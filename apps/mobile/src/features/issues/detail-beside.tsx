/** The issue beside its list. */
export { IssueDetail as DetailBeside } from './issue-detail'
