import { page } from './page.ts'

/**
 * The pages that mailed links lead to. They are small, need nothing but their own script and style, and go when the
 * dashboard has screens at the same paths (`/forgot-password`, `/reset-password`, `/confirm-email`, `/unsubscribe`); the
 * token stays behind the `#`, where it is now. Mail programs know the last one with its token in the query.
 */
export const accountPages: Record<string, string> = {
  '/forgot-password': page({
    title: 'Forgot your password?',
    body: `
      <p>Enter the e-mail address of your account. A link to choose a new password is sent to it.</p>
      <form data-post="/api/auth/password/forgot" data-done="If there is an account with this address, a link is on its way to it. It is good for an hour.">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required autofocus>
        <button>Send the link</button>
      </form>`,
  }),
  '/reset-password': page({
    title: 'Choose a new password',
    body: `
      <p>When it is changed, every device is logged out.</p>
      <form data-post="/api/auth/password/reset" data-token data-done="Your password is changed. Log in with it from now on.">
        <label for="password">New password <span>8 characters or more</span></label>
        <input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="256" required autofocus>
        <button>Change the password</button>
      </form>`,
  }),
  '/unsubscribe': page({
    title: 'Stop these mails?',
    body: `
      <p>Bugle mailed you about issues of a project. Once stopped, you can have these mails again in the settings of the project.</p>
      <form data-post="/unsubscribe" data-token="query" data-done="Done. You get no more of these mails.">
        <label class="check"><input name="everywhere" type="checkbox"> Of all other projects, too</label>
        <button autofocus>Stop the mails</button>
      </form>`,
  }),
  '/confirm-email': page({
    title: 'Confirm your e-mail address',
    body: `
      <p>From then on you log in with this address, and mails come here.</p>
      <form data-post="/api/auth/email/confirm" data-token data-done="Your e-mail address is confirmed.">
        <button autofocus>Confirm this address</button>
      </form>`,
  }),
}
