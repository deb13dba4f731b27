/**
 * How every mail looks, as text and as HTML. It never decides who gets one or why (the domains that know do), sends
 * nothing, and puts nothing into a mail that would be fetched or would tell that it was read.
 */
export { type MailContent, type RenderedMail, renderMail } from './layout.ts'
