import { laterScreen } from '../../components/later'

/** As detail-beside.tsx, in a browser, where phones have no issue beside the list. */
export const DetailBeside = laterScreen(() => import('./issue-detail'), 'IssueDetail')
