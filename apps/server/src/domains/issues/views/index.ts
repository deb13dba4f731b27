/** Stores saved views, and when a user last looked at a project. */

export { addView, deleteView, findViews, forgetViewsNaming, markSeen, type ViewRow } from './view-store.ts'
