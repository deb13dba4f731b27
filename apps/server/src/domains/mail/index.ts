/**
 * How every mail looks, as text and as HTML, and how the job of one sends it. It never decides who gets one or why (the
 * domains that know do), and puts nothing into a mail that would be fetched or would tell that it was read.
 */
export type { MailContent, RenderedMail } from './layout.ts'
export { mailSender, type SendMail } from './send-mail.ts'
