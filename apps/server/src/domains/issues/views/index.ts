/** Stores saved views, which belong to a person or to an organization, and when a user last looked at a project. */

export { changeView, removeView, saveView, type ViewChange } from './manage-views.ts'
export { findViews, forgetViewsNaming, markSeen, mayChange, type ViewRow } from './view-store.ts'
