/**
 * Owns the layout of every mail, as text and as HTML, and the job that sends it. It never decides who gets a mail or
 * why (other domains do), and puts nothing into a mail that would be fetched or reveal that it was read.
 */
export { type MailContent, renderMail } from './layout.ts'
export { mailSender } from './send-mail.ts'
