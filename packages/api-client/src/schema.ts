// Made from docs/openapi.json by npm run generate.

export interface paths {
  '/healthz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Check that the process is alive */
    get: operations['getHealthz']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/readyz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Check that requests are accepted
     * @description A failing digest is reported without a 503: events are still accepted and stored, and digested later. So is an object store that does not respond: packing waits for it.
     */
    get: operations['getReadyz']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/operator': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the state of the installation
     * @description Operators alone: the operator’s command `user operator EMAIL` makes one.
     */
    get: operations['getOperator']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/operator/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List all accounts, oldest first */
    get: operations['getOperatorUsers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/operator/organizations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List all organizations, oldest first */
    get: operations['getOperatorOrganizations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/sdk/loader': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the address and the digest of the loader
     * @description For the script element of a page without a build. The loader names the digest of the script that it loads. Both stay at their addresses after an upgrade of the server.
     */
    get: operations['getSdkLoader']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the current user */
    get: operations['getAuthMe']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/audit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the audit trail of your account, newest first
     * @description Entries are kept for 90 days.
     */
    get: operations['getMeAudit']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/mails': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get your mail settings
     * @description Mails about issues have settings of their own in each project.
     */
    get: operations['getMeMails']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Update your mail settings
     * @description Changes only the fields sent.
     */
    patch: operations['patchMeMails']
    trace?: never
  }
  '/api/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete your account, its projects and all their data */
    delete: operations['deleteMe']
    options?: never
    head?: never
    /** Change your name */
    patch: operations['patchMe']
    trace?: never
  }
  '/api/me/password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Change your password, ending all other sessions */
    post: operations['postMePassword']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/email': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Request a new e-mail address; the old one stays until the new one is confirmed */
    post: operations['postMeEmail']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/email/confirmation': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Resend the mail that confirms your e-mail address */
    post: operations['postMeEmailConfirmation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/email/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Confirm an e-mail address with the token from the mailed link */
    post: operations['postAuthEmailConfirm']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/password/forgot': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Request a link to reset the password
     * @description The response is the same whether or not the account exists.
     */
    post: operations['postAuthPasswordForgot']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/password/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Reset the password with the token from the mailed link, ending every session */
    post: operations['postAuthPasswordReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/password/reset/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * List the API tokens of the account that a mailed link resets
     * @description They outlive a new password unless the reset ends them. The link stays good.
     */
    post: operations['postAuthPasswordResetTokens']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your sessions, newest first */
    get: operations['getMeTokens']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/tokens/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** End another of your sessions */
    delete: operations['deleteMeTokensById']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/tokens/others': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** End all your other sessions */
    delete: operations['deleteMeTokensOthers']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/api-tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your API tokens, newest first */
    get: operations['getMeApiTokens']
    put?: never
    /**
     * Create an API token for a program
     * @description Apart from sessions: no login ends it. It acts for you within its scopes, and never on your account or sessions. The only answer that shows it.
     */
    post: operations['postMeApiTokens']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/api-tokens/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete an API token */
    delete: operations['deleteMeApiTokensById']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/totp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the state of the second factor */
    get: operations['getMeTotp']
    put?: never
    /**
     * Start setting up a second factor
     * @description Nothing is asked for at login before POST /api/me/totp/confirm. The only answer that shows the secret.
     */
    post: operations['postMeTotp']
    /** Remove the second factor and its recovery codes */
    delete: operations['deleteMeTotp']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/totp/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Confirm the second factor with a first code
     * @description The recovery codes are shown in this response only.
     */
    post: operations['postMeTotpConfirm']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/totp/recovery-codes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replace the recovery codes
     * @description An account that has passkeys and no authenticator app sends the password alone.
     */
    post: operations['postMeTotpRecoveryCodes']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/passkeys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your passkeys, oldest first */
    get: operations['getMePasskeys']
    put?: never
    /**
     * Add a passkey
     * @description With what `navigator.credentials.create` returned. From then on a login asks for a second factor.
     */
    post: operations['postMePasskeys']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/passkeys/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Get what a browser needs to create a passkey
     * @description For `navigator.credentials.create`. A session older than an hour needs the password.
     */
    post: operations['postMePasskeysOptions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/passkeys/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Remove a passkey
     * @description The recovery codes go with the last second factor.
     */
    delete: operations['deleteMePasskeysById']
    options?: never
    head?: never
    /** Rename a passkey */
    patch: operations['patchMePasskeysById']
    trace?: never
  }
  '/api/auth/register': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Create an account and start its trial */
    post: operations['postAuthRegister']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/registration': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Check whether accounts can be created
     * @description Set by BUGLE_REGISTRATION. The first account of a server can always be created.
     */
    get: operations['getAuthRegistration']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Log in, ending the previous session of the same kind
     * @description With a second factor the response holds no token yet: complete the login with POST /api/auth/login/totp, or POST /api/auth/login/passkey where `factors` names one.
     */
    post: operations['postAuthLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/login/totp': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Complete a login with the second factor
     * @description Send `code` or `recovery_code`. A used code or an expired challenge is refused with 401.
     */
    post: operations['postAuthLoginTotp']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/links': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a code that signs in another client
     * @description For a phone that reads it from the screen, as a QR code. Valid once and for two minutes; ends with this session or by a newer code. A session older than an hour needs the password.
     */
    post: operations['postMeLinks']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/link': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Log in with a code that another session created
     * @description Like a login: it ends the previous session of the same kind. A second factor is not asked for again.
     */
    post: operations['postAuthLink']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Log out */
    post: operations['postAuthLogout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/passkey/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Get what a browser needs to log in by a passkey
     * @description For `navigator.credentials.get`. The response is the same whoever asks.
     */
    post: operations['postAuthPasskeyOptions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/passkey': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Log in by a passkey alone
     * @description With what `navigator.credentials.get` returned, from an authenticator that has verified its user. No second factor is asked for.
     */
    post: operations['postAuthPasskey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/login/passkey/options': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Get what a browser needs to complete a login with a passkey
     * @description For `navigator.credentials.get`. It takes none of the tries of the login.
     */
    post: operations['postAuthLoginPasskeyOptions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/login/passkey': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Complete a login with a passkey as the second factor */
    post: operations['postAuthLoginPasskey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/oidc/start': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Begin a login by the identity provider
     * @description For browsers. With `client` cli or mobile, the browser returns to `redirect` (a loopback address, or the app’s own link) with a `code` for POST /api/auth/oidc/finish; `challenge` is the base64url sha256 of its verifier.
     */
    get: operations['getAuthOidcStart']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/oidc/callback': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Return from the identity provider
     * @description The provider sends browsers here. Ends at the dashboard, or at the program that began the login.
     */
    get: operations['getAuthOidcCallback']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/oidc/finish': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Finish a login of a command line or an app
     * @description The response is that of a login. A code is good once and for two minutes.
     */
    post: operations['postAuthOidcFinish']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/auth/oidc/link': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Link an identity to the account that has its e-mail address
     * @description Once, with the password of the account and, where it is on, its second factor. The browser has the identity in a cookie.
     */
    post: operations['postAuthOidcLink']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/identities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the identities that are linked to your account */
    get: operations['getMeIdentities']
    put?: never
    /**
     * Start linking an identity to your account
     * @description Open the address in the same browser.
     */
    post: operations['postMeIdentities']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/identities/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Unlink an identity
     * @description Sessions that were opened by it end, this one included. Without a password, a mailed link sets one: POST /api/auth/password/forgot.
     */
    delete: operations['deleteMeIdentitiesById']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your organizations, in the order of joining */
    get: operations['getOrganizations']
    put?: never
    /** Create an organization that you own */
    post: operations['postOrganizations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get an organization */
    get: operations['getOrganizationsById']
    put?: never
    post?: never
    /**
     * Delete an organization with its projects
     * @description Owners alone. The data of its projects is erased in the background. This cannot be undone.
     */
    delete: operations['deleteOrganizationsById']
    options?: never
    head?: never
    /**
     * Update an organization
     * @description Changes only the fields sent. Owners alone.
     */
    patch: operations['patchOrganizationsById']
    trace?: never
  }
  '/api/organizations/{id}/members': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the members of an organization by name */
    get: operations['getOrganizationsByIdMembers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/members/{user_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Remove a member
     * @description Unassigns their issues, revokes their invitations, and ends their live updates.
     */
    delete: operations['deleteOrganizationsByIdMembersByUser_id']
    options?: never
    head?: never
    /**
     * Change the role of a member
     * @description Owners give and take any role, admins those below their own. The last owner stays one.
     */
    patch: operations['patchOrganizationsByIdMembersByUser_id']
    trace?: never
  }
  '/api/organizations/{id}/leave': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Leave an organization */
    post: operations['postOrganizationsByIdLeave']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/teams': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the teams of an organization by name */
    get: operations['getOrganizationsByIdTeams']
    put?: never
    /** Create a team */
    post: operations['postOrganizationsByIdTeams']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/teams/{team_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a team
     * @description Unassigns its issues. In a closed organization its members no longer see its projects.
     */
    delete: operations['deleteOrganizationsByIdTeamsByTeam_id']
    options?: never
    head?: never
    /** Rename a team */
    patch: operations['patchOrganizationsByIdTeamsByTeam_id']
    trace?: never
  }
  '/api/organizations/{id}/teams/{team_id}/members/{user_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Add a member to a team
     * @description Admins, and leads of the team. Only admins make leads.
     */
    put: operations['putOrganizationsByIdTeamsByTeam_idMembersByUser_id']
    post?: never
    /**
     * Remove a member from a team
     * @description Admins, leads of the team, and the member.
     */
    delete: operations['deleteOrganizationsByIdTeamsByTeam_idMembersByUser_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/teams/{team_id}/projects/{project_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /** Add a project to a team */
    put: operations['putOrganizationsByIdTeamsByTeam_idProjectsByProject_id']
    post?: never
    /** Remove a project from a team */
    delete: operations['deleteOrganizationsByIdTeamsByTeam_idProjectsByProject_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/invitations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List invitations, newest first
     * @description Those of the last 60 days.
     */
    get: operations['getOrganizationsByIdInvitations']
    put?: never
    /**
     * Invite somebody
     * @description The link is for one person, and only this response shows it. With `email` only an account with that address may accept, and the address gets a mail unless `send_mail` is false. Before somebody accepts, they see nothing.
     */
    post: operations['postOrganizationsByIdInvitations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/invitations/{invitation_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Revoke an invitation */
    delete: operations['deleteOrganizationsByIdInvitationsByInvitation_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/invitations/view': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Get an invitation by its link */
    post: operations['postInvitationsView']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/invitations/accept': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Accept an invitation
     * @description Somebody without an account sends the token with POST /api/auth/register. An organization that requires single sign-on is joined by a session of the identity provider; owners may join by any.
     */
    post: operations['postInvitationsAccept']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the tokens of an organization, newest first */
    get: operations['getOrganizationsByIdTokens']
    put?: never
    /**
     * Create a token of the organization, for programs
     * @description It acts for the organization within its scopes, and stays when its author leaves. Shown here only.
     */
    post: operations['postOrganizationsByIdTokens']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/tokens/{token_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete a token of the organization */
    delete: operations['deleteOrganizationsByIdTokensByToken_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/audit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the audit trail of an organization, newest first
     * @description Owners and admins. Entries are kept for a year.
     */
    get: operations['getOrganizationsByIdAudit']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/audit.csv': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the audit trail of an organization as CSV
     * @description The newest 10,000 entries of the filter.
     */
    get: operations['getOrganizationsByIdAuditCsv']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List projects, oldest first */
    get: operations['getProjects']
    put?: never
    /**
     * Create a project
     * @description Only this response and that of a regeneration show the ingest token.
     */
    post: operations['postProjects']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a project */
    get: operations['getProjectsById']
    put?: never
    post?: never
    /** Delete a project and everything in it */
    delete: operations['deleteProjectsById']
    options?: never
    head?: never
    /**
     * Update a project
     * @description Changes only the fields sent. `app_id` alone replaces the first of `app_ids`.
     */
    patch: operations['patchProjectsById']
    trace?: never
  }
  '/api/projects/{id}/regenerate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replace the ingest token
     * @description The old token is refused at once, or after `grace_seconds`. A token already in its grace period ends now.
     */
    post: operations['postProjectsByIdRegenerate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/ingest-tokens': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List live ingest tokens with their traffic
     * @description After a regeneration with a grace there are two: the old one can end when nothing comes by it any more.
     */
    get: operations['getProjectsByIdIngestTokens']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/dsn-keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the DSNs of a project with their traffic
     * @description Any Sentry SDK sends to this server by one of them. Its key is public and can only write.
     */
    get: operations['getProjectsByIdDsnKeys']
    put?: never
    /**
     * Add a DSN
     * @description With `key`, takes over a key of another service, so that programs in use need no new one.
     */
    post: operations['postProjectsByIdDsnKeys']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/dsn-keys/{key_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Revoke a DSN
     * @description What is sent by it is refused from now on.
     */
    delete: operations['deleteProjectsByIdDsnKeysByKey_id']
    options?: never
    head?: never
    /**
     * Update a DSN
     * @description With `allowed_origins`, requests of pages of other origins are refused; those of programs have no origin.
     */
    patch: operations['patchProjectsByIdDsnKeysByKey_id']
    trace?: never
  }
  '/api/projects/{id}/sentry-settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the settings for events of Sentry’s SDKs
     * @description They decide what is kept of an event, before anything is stored.
     */
    get: operations['getProjectsByIdSentrySettings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Update the settings for events of Sentry’s SDKs
     * @description Changes only the fields sent. Events that are stored already stay as they are.
     */
    patch: operations['patchProjectsByIdSentrySettings']
    trace?: never
  }
  '/api/projects/{id}/uploads': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Begin or resume an upload in chunks
     * @description Names the files and, of each, the sha256 of every 4 MiB. The response lists the chunks that are missing: send each with PUT …/uploads/chunks/{chunk}, in any order and several at once, then finish the upload. The same list again resumes its upload. Files that the project has already need no chunk. An upload is kept for a day after its last request; a project has two unfinished ones at most, of 4 GiB in all.
     */
    post: operations['postProjectsByIdUploads']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/uploads/{upload_id}/finish': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Finish an upload whose chunks are all there
     * @description Its files are then stored and indexed in the background; GET …/uploads/{upload_id} says how far.
     */
    post: operations['postProjectsByIdUploadsByUpload_idFinish']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/uploads/{upload_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the progress of an upload */
    get: operations['getProjectsByIdUploadsByUpload_id']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/artifacts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List artifacts, the latest upload first */
    get: operations['getProjectsByIdArtifacts']
    put?: never
    /**
     * Upload source maps
     * @description multipart/form-data, at most 32 MiB and 200 files: source maps, the generated files, and sources whose text a map lacks. The fields `release`, `dist`, `update_id` (Expo) and `platform` hold for all files after them; `url` (address of the generated file, by default `~/` and the file’s name without `.map`) and `debug_id` for the next file: `curl -F release=1.4.2 -F url=~/assets/app.js -F file=@app.js.map`. Each file has an outcome of its own. An accepted map is indexed within seconds; its `state` says when.
     */
    post: operations['postProjectsByIdArtifacts']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/artifacts/{artifact_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get an artifact’s state */
    get: operations['getProjectsByIdArtifactsByArtifact_id']
    put?: never
    post?: never
    /** Delete an artifact */
    delete: operations['deleteProjectsByIdArtifactsByArtifact_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/artifacts/{artifact_id}/original': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download an artifact as it was uploaded
     * @description As an attachment that no browser shows; recorded in the history of the account and of the organization. 410 when the original was removed to stay within the disk budget.
     */
    get: operations['getProjectsByIdArtifactsByArtifact_idOriginal']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List and search the issues of all projects
     * @description Further pages neither skip nor repeat issues while events arrive; request them with the same parameters. A sorted or filtered list is kept for a day and can be read up to 10,000 issues deep.
     */
    get: operations['getIssues']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/issues': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List and search the issues of a project
     * @description Further pages neither skip nor repeat issues while events arrive; request them with the same parameters. A sorted or filtered list is kept for a day and can be read up to 10,000 issues deep.
     */
    get: operations['getProjectsByIdIssues']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/issues.csv': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the issues of a list as CSV
     * @description All that the list has, in its order; of a sorted or filtered list the first 10,000. Counts are those of the list.
     */
    get: operations['getProjectsByIdIssuesCsv']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get an issue */
    get: operations['getIssuesById']
    put?: never
    post?: never
    /**
     * Delete an issue
     * @description Deletes its events, counters and history, including those of merged issues. This cannot be undone. If the same error occurs again, it is a new issue that counts from zero. The project’s totals are unchanged.
     */
    delete: operations['deleteIssuesById']
    options?: never
    head?: never
    /** Update an issue */
    patch: operations['patchIssuesById']
    trace?: never
  }
  '/api/issues/{id}/tags': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Count the events of an issue by tag */
    get: operations['getIssuesByIdTags']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/activity': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the activity of an issue, newest first */
    get: operations['getIssuesByIdActivity']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/assignees': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List members and teams whom issues can be assigned to
     * @description Those who see the project. Members first, each by name.
     */
    get: operations['getProjectsByIdAssignees']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/comments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the comments on an issue, newest first */
    get: operations['getIssuesByIdComments']
    put?: never
    /** Comment on an issue */
    post: operations['postIssuesByIdComments']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Update many issues at once
     * @description Changes the issues with these `ids`, or all issues of a list: then the body has the parameters of the list and, as `expected_count`, the number of issues that it returned. Issues that cannot be changed are listed under `failed`; the others are changed.
     */
    post: operations['postIssuesBulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/similar': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List similar issues, as candidates for a merge
     * @description Compares message, culprit and type with the 2,000 issues of the project seen last.
     */
    get: operations['getIssuesByIdSimilar']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/changes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Explain what changed: start, release, rate against the usual, distinctive tag values */
    get: operations['getIssuesByIdChanges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/merge': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Merge other issues into this one */
    post: operations['postIssuesByIdMerge']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/unmerge': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Split fingerprints off an issue */
    post: operations['postIssuesByIdUnmerge']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/undo/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Undo a decision
     * @description Restores the former state of each issue, unless somebody has changed it since.
     */
    post: operations['postUndoById']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/fingerprints': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the fingerprints of an issue, most frequent first */
    get: operations['getIssuesByIdFingerprints']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/search/keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Suggest keys of the search language */
    get: operations['getProjectsByIdSearchKeys']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/search/values': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Suggest values of a key of the search language */
    get: operations['getProjectsByIdSearchValues']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/views': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List your saved views and those shared with you, oldest first */
    get: operations['getViews']
    put?: never
    /**
     * Save a view
     * @description A named search of one project or of all. Only you see it, unless you share it with an organization, where your role must let you decide about issues.
     */
    post: operations['postViews']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/views/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a saved view
     * @description A shared view is deleted by its author, and by owners and admins of the organization.
     */
    delete: operations['deleteViewsById']
    options?: never
    head?: never
    /**
     * Change a saved view
     * @description A shared view is changed by its author, and by owners and admins of the organization.
     */
    patch: operations['patchViewsById']
    trace?: never
  }
  '/api/projects/{id}/seen': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Mark a project as seen
     * @description The response contains the time of your previous visit: later issues are new to you.
     */
    put: operations['putProjectsByIdSeen']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get an event
     * @description With `raw=1`, returns the payload byte for byte as it was sent.
     */
    get: operations['getEventsById']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/events/{client_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Find an event by the id that its SDK gave it
     * @description For Sentry’s SDKs, whose logs name events by 32 hex digits of their own. The newest 14 days are searched.
     */
    get: operations['getProjectsByIdEventsByClient_id']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events/{id}/screenshot': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the screenshot of an event */
    get: operations['getEventsByIdScreenshot']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events/{id}/attachments/{number}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a file that came with an event
     * @description An image is served as one, anything else as a download.
     */
    get: operations['getEventsByIdAttachmentsByNumber']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the events of an issue, newest first */
    get: operations['getIssuesByIdEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/events.csv': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the events of an issue as CSV, newest first
     * @description All, or those that match a query; at most the newest 100,000.
     */
    get: operations['getIssuesByIdEventsCsv']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/events/latest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the latest event of an issue */
    get: operations['getIssuesByIdEventsLatest']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/events/oldest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the oldest event of an issue */
    get: operations['getIssuesByIdEventsOldest']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/issues/{id}/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Count the events of an issue over time */
    get: operations['getIssuesByIdStats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Count the events of a project over time */
    get: operations['getProjectsByIdStats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/outcomes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Count events that were not stored, by reason and hour */
    get: operations['getProjectsByIdOutcomes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/events/{id}/symbolication': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Explain how an event’s frames were resolved, or why not
     * @description For each file of generated code: what was looked for, in which order, what was found, and why not.
     */
    get: operations['getEventsByIdSymbolication']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/symbolicate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Resolve a stack without storing it */
    post: operations['postProjectsByIdSymbolicate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/releases': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the releases of events and of builds, newest first */
    get: operations['getProjectsByIdReleases']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/releases/{version}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a release: what is new and regressed in it, its events and artifacts */
    get: operations['getProjectsByIdReleasesByVersion']
    /**
     * Create or update the record of a release
     * @description Omitted fields stay as they are. `version` is the release that events name, percent-encoded.
     */
    put: operations['putProjectsByIdReleasesByVersion']
    post?: never
    /**
     * Delete the record of a release
     * @description Its commits, deploys and updates. Its events, issues and artifacts stay.
     */
    delete: operations['deleteProjectsByIdReleasesByVersion']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/releases/{version}/deploys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Record a deploy of a release */
    post: operations['postProjectsByIdReleasesByVersionDeploys']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/releases/{version}/artifacts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete the artifacts of a release
     * @description What is resolved already stays so.
     */
    delete: operations['deleteProjectsByIdReleasesByVersionArtifacts']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/people': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List exports and erasures of people, newest first
     * @description The record of who asked for what, when, and how many events that was. Ids of people are not in it.
     */
    get: operations['getProjectsByIdPeople']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/people/{user_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export all events of an anonymous user id
     * @description Begins an export, or shows the one that is under way or still kept. Ask again until it is `done`. An e-mail address or name finds the events of Sentry’s SDKs where a hash stands for it.
     */
    get: operations['getProjectsByIdPeopleByUser_id']
    put?: never
    post?: never
    /**
     * Erase all events of an anonymous user id
     * @description Begins an erasure, or shows the one that is under way; its end is in the list of `GET /api/projects/{id}/people`. An e-mail address or name finds the events of Sentry’s SDKs where a hash stands for it. Counts of errors stay. What is not packed yet leaves the disk within an hour more.
     */
    delete: operations['deleteProjectsByIdPeopleByUser_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/people/{user_id}/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download a finished export
     * @description One event a line (NDJSON), as it was sent.
     */
    get: operations['getProjectsByIdPeopleByUser_idEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/release-health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get sessions and crash-free rates by release
     * @description By default of the last 14 days. `crash_free_sessions` is null without sessions.
     */
    get: operations['getProjectsByIdReleaseHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/monitors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List monitors of scheduled jobs
     * @description A monitor is made by its first check-in.
     */
    get: operations['getProjectsByIdMonitors']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/monitors/{slug}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a monitor with its newest check-ins */
    get: operations['getProjectsByIdMonitorsBySlug']
    /**
     * Make a monitor before its first check-in, or change its schedule
     * @description A check-in that brings a schedule of its own changes it again. The next check-in is expected by the new schedule.
     */
    put: operations['putProjectsByIdMonitorsBySlug']
    post?: never
    /**
     * Delete a monitor and its check-ins
     * @description The next check-in of its job makes it again.
     */
    delete: operations['deleteProjectsByIdMonitorsBySlug']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/feedback': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List feedback, newest first */
    get: operations['getProjectsByIdFeedback']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/feedback/{feedback_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete feedback, with the address of its author */
    delete: operations['deleteProjectsByIdFeedbackByFeedback_id']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Stream updates of all projects
     * @description Server-Sent Events: `issue.created`, `issue.updated` and `issue.regressed` (data: `IssueUpdate`), `event.received` (`EventUpdate`). At most four a second per project. `reset` means that updates may be missing: reload what you show. A client that reconnects with `Last-Event-ID` within a quarter of an hour gets what it missed, or `reset`. The stream ends when its token does.
     */
    get: operations['getStream']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Stream updates of a project
     * @description Server-Sent Events: `issue.created`, `issue.updated` and `issue.regressed` (data: `IssueUpdate`), `event.received` (`EventUpdate`). At most four a second per project. `reset` means that updates may be missing: reload what you show. A client that reconnects with `Last-Event-ID` within a quarter of an hour gets what it missed, or `reset`. The stream ends when its token does.
     */
    get: operations['getProjectsByIdStream']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/notifications': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get notification settings for new and regressed issues
     * @description The project’s settings, your own, and their effect on you.
     */
    get: operations['getProjectsByIdNotifications']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Update notification settings for new and regressed issues
     * @description Changes only the fields sent. `own` is for you alone; `project`, for members without a setting of their own, needs an admin.
     */
    patch: operations['patchProjectsByIdNotifications']
    trace?: never
  }
  '/api/me/mail-times': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get your quiet hours and digest */
    get: operations['getMeMailTimes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Update your quiet hours and digest
     * @description Changes only the fields sent; null ends one. Mails about issues are held in quiet hours unless a rule is urgent, and follow as one mail for each project.
     */
    patch: operations['patchMeMailTimes']
    trace?: never
  }
  '/api/push/key': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the public key of this server for push subscriptions
     * @description The `applicationServerKey` of Web Push (RFC 8292). It stays the same.
     */
    get: operations['getPushKey']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/push/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a test message to this device
     * @description Sent at once, also in quiet hours. A device that is gone is no longer subscribed afterwards.
     */
    post: operations['postMePushTest']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/push': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the push subscription of this device */
    get: operations['getMePush']
    put?: never
    /**
     * Notify this device of new and regressed issues
     * @description By Web Push or UnifiedPush. A subscription belongs to the account and the device: it ends with a logout or when the session is revoked, not when a later login replaces the session. Messages are encrypted for the device; they name the error only with `details`.
     */
    post: operations['postMePush']
    /** Stop notifying this device */
    delete: operations['deleteMePush']
    options?: never
    head?: never
    /**
     * Update the push subscription of this device
     * @description Changes only the fields sent; `quiet_hours: null` removes them.
     */
    patch: operations['patchMePush']
    trace?: never
  }
  '/api/me/push/attach': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take over the push subscription of an earlier session on this device
     * @description After a login: the subscription that the account has for this address goes on, with its choices. Null if there is none.
     */
    post: operations['postMePushAttach']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/push/devices': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the devices that are notified by push, and those that can no longer be reached */
    get: operations['getMePushDevices']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/me/push/devices/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Stop notifying a device */
    delete: operations['deleteMePushDevicesById']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/channels': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the channels of an organization by name */
    get: operations['getOrganizationsByIdChannels']
    put?: never
    /** Create a channel */
    post: operations['postOrganizationsByIdChannels']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/channels/{channel_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete a channel and its log */
    delete: operations['deleteOrganizationsByIdChannelsByChannel_id']
    options?: never
    head?: never
    /**
     * Change a channel
     * @description Fields of `config` that are left out stay. A broken channel is tried again.
     */
    patch: operations['patchOrganizationsByIdChannelsByChannel_id']
    trace?: never
  }
  '/api/organizations/{id}/channels/{channel_id}/test': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a test message to a channel
     * @description It is sent within seconds; the log of the channel says what became of it.
     */
    post: operations['postOrganizationsByIdChannelsByChannel_idTest']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/channels/{channel_id}/rotate-secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Give a webhook a new secret
     * @description It is returned once. The former secret signs as well for a day.
     */
    post: operations['postOrganizationsByIdChannelsByChannel_idRotateSecret']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/channels/{channel_id}/deliveries/{delivery_id}/send-again': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send a delivery once more
     * @description As a new delivery. An issue that is settled meanwhile is left out.
     */
    post: operations['postOrganizationsByIdChannelsByChannel_idDeliveriesByDelivery_idSendAgain']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/channels/{channel_id}/deliveries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the deliveries of a channel, newest first */
    get: operations['getOrganizationsByIdChannelsByChannel_idDeliveries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/alert-rules': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the alert rules of an organization by name */
    get: operations['getOrganizationsByIdAlertRules']
    put?: never
    /** Create an alert rule */
    post: operations['postOrganizationsByIdAlertRules']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/alert-rules/{rule_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete an alert rule */
    delete: operations['deleteOrganizationsByIdAlertRulesByRule_id']
    options?: never
    head?: never
    /** Change or mute an alert rule */
    patch: operations['patchOrganizationsByIdAlertRulesByRule_id']
    trace?: never
  }
  '/api/organizations/{id}/alert-rules/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Show what a rule would have sent in the last two weeks
     * @description Of the events that are kept. The condition is judged by what issues are now.
     */
    post: operations['postOrganizationsByIdAlertRulesPreview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/organizations/{id}/incidents': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List the incidents of an organization, the latest first */
    get: operations['getOrganizationsByIdIncidents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/uploads/chunks/{chunk}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Send a chunk of an upload
     * @description The bytes of the chunk, at most 4 MiB, plain or with Content-Encoding gzip or br. `chunk` is the sha256 of the uncompressed bytes in hex. Sending a chunk again changes nothing. When the server receives too much at once, it responds with 503 and Retry-After.
     */
    put: operations['putProjectsByIdUploadsChunksByChunk']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/unsubscribe': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Unsubscribe from mails about issues, or from digests
     * @description Used by mail programs (List-Unsubscribe, RFC 8058) and by the page behind the link. No login needed.
     */
    post: operations['postUnsubscribe']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/projects/{id}/grouping/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Preview which issue an event would go to, and why
     * @description The body is what `POST /ingest` takes. Nothing is stored or counted, and neither the `app_id` nor any limit but the size is held against the event.
     */
    post: operations['postProjectsByIdGroupingPreview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/otlp/v1/logs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of logs of OpenTelemetry
     * @description OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.
     */
    post: operations['postPlainOtlpV1Logs']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/otlp/v1/traces': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of traces of OpenTelemetry
     * @description OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.
     */
    post: operations['postPlainOtlpV1Traces']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/otlp/v1/metrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of metrics of OpenTelemetry
     * @description Counted and not kept.
     */
    post: operations['postPlainOtlpV1Metrics']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/integration/otlp/v1/logs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of logs of OpenTelemetry
     * @description OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.
     */
    post: operations['postIntegrationOtlpV1Logs']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/integration/otlp/v1/traces': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of traces of OpenTelemetry
     * @description OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.
     */
    post: operations['postIntegrationOtlpV1Traces']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/otlp/v1/traces': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an export of traces of OpenTelemetry
     * @description OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.
     */
    post: operations['postOtlpV1Traces']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/envelope': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send an envelope of a Sentry SDK
     * @description Authenticated by the key of a DSN: in `X-Sentry-Auth`, in `sentry_key` of the query, or in the header of the envelope. The 200 is a promise: what is kept is on disk.
     */
    post: operations['postSentryEnvelope']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/store': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Send one event of an old Sentry SDK */
    get: operations['getSentryStore']
    put?: never
    /** Send one event of an old Sentry SDK */
    post: operations['postSentryStore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/store': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Send one event without naming its project */
    get: operations['getSentryPlainApiStore']
    put?: never
    /** Send one event without naming its project */
    post: operations['postSentryPlainApiStore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/security': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send reports of a browser about a policy
     * @description For `report-uri` and `Reporting-Endpoints`, with the key as `sentry_key` in the query. 202 for a report that equals one of the last minute: it is counted, and stored with the others of that minute at its end.
     */
    post: operations['postSentrySecurity']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/csp-report': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send reports of a browser about a policy
     * @description For `report-uri` and `Reporting-Endpoints`, with the key as `sentry_key` in the query. 202 for a report that equals one of the last minute: it is counted, and stored with the others of that minute at its end.
     */
    post: operations['postSentryCspReport']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/minidump': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send the minidump of a crash
     * @description As `upload_file_minidump` in multipart/form-data. It is shown without the names of functions.
     */
    post: operations['postSentryMinidump']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/events/{event}/attachments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Add files to an event */
    post: operations['postSentryEventsEventAttachments']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/cron/{slug}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Check in for a scheduled job
     * @description `?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.
     */
    get: operations['getSentryCronSlug']
    put?: never
    /**
     * Check in for a scheduled job
     * @description `?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.
     */
    post: operations['postSentryCronSlug']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/cron/{slug}/{key}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Check in for a scheduled job
     * @description `?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.
     */
    get: operations['getSentryCronSlugKey']
    put?: never
    /**
     * Check in for a scheduled job
     * @description `?status=in_progress`, `ok` or `error`, as `curl` in a crontab sends it, or the fields as JSON.
     */
    post: operations['postSentryCronSlugKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/unreal/{key}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Send data that is counted and not kept */
    post: operations['postSentryUnrealKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/nel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Send data that is counted and not kept */
    post: operations['postSentryNel']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/{project}/playstation': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Send data that is counted and not kept */
    post: operations['postSentryPlaystation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/embed/error-page': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the script of the crash-report dialog
     * @description `dsn` and `eventId` in the query, as the function `showReportDialog` of SDKs asks for it.
     */
    get: operations['getSentryPlainApiEmbedErrorPage']
    put?: never
    /** Send feedback from the crash-report dialog */
    post: operations['postSentryPlainApiEmbedErrorPage']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ingest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send one error event
     * @description Authenticated by the project’s ingest token in X-Service-Token. A 202 is a promise: the event is on disk. A body may be sent with Content-Encoding gzip, deflate or br; limits count what comes out.
     */
    post: operations['postIngest']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/ingest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send one error event
     * @description Authenticated by the project’s ingest token in X-Service-Token. A 202 is a promise: the event is on disk. A body may be sent with Content-Encoding gzip, deflate or br; limits count what comes out.
     */
    post: operations['postApiIngest']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ingest/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send sessions
     * @description One report for each page load or run of a program, or counts for a server; crash-free rates come from them. A session or count that is wrong is left out, and named under `errors`.
     */
    post: operations['postIngestSessions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/ingest/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send sessions
     * @description One report for each page load or run of a program, or counts for a server; crash-free rates come from them. A session or count that is wrong is left out, and named under `errors`.
     */
    post: operations['postApiIngestSessions']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ingest/check-ins': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check in for a scheduled job
     * @description A schedule makes the monitor, or changes it.
     */
    post: operations['postIngestCheckIns']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/ingest/check-ins': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Check in for a scheduled job
     * @description A schedule makes the monitor, or changes it.
     */
    post: operations['postApiIngestCheckIns']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ingest/feedback': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send the feedback of a person
     * @description With `event_id`, it is shown on the page of the issue, too.
     */
    post: operations['postIngestFeedback']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/ingest/feedback': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Send the feedback of a person
     * @description With `event_id`, it is shown on the page of the issue, too.
     */
    post: operations['postApiIngestFeedback']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/ingest/attachments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add a file to an event
     * @description The body is the file, of at most 1 MiB, and `Content-Type` its type. It is sent after the 202 of its event, which keeps at most 5 files.
     */
    post: operations['postIngestAttachments']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/ingest/attachments': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add a file to an event
     * @description The body is the file, of at most 1 MiB, and `Content-Type` its type. It is sent after the 202 of its event, which keeps at most 5 files.
     */
    post: operations['postApiIngestAttachments']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'issue.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.created */
    post: operations['issue.created_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.regressed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.regressed */
    post: operations['issue.regressed_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.reopened': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.reopened */
    post: operations['issue.reopened_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.escalating': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.escalating */
    post: operations['issue.escalating_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.events */
    post: operations['issue.events_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.users */
    post: operations['issue.users_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.first_in_release': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.first_in_release */
    post: operations['issue.first_in_release_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.resolved': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.resolved */
    post: operations['issue.resolved_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.assigned': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.assigned */
    post: operations['issue.assigned_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'issue.commented': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for an issue: issue.commented */
    post: operations['issue.commented_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'project.silent': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: project.silent */
    post: operations['project.silent_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'project.losing': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: project.losing */
    post: operations['project.losing_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'project.rate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: project.rate */
    post: operations['project.rate_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'project.spike': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: project.spike */
    post: operations['project.spike_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'release.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: release.created */
    post: operations['release.created_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'release.new_issues': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: release.new_issues */
    post: operations['release.new_issues_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'release.crash_free': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: release.crash_free */
    post: operations['release.crash_free_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'monitor.missed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: monitor.missed */
    post: operations['monitor.missed_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'monitor.failed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: monitor.failed */
    post: operations['monitor.failed_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'monitor.recovered': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: monitor.recovered */
    post: operations['monitor.recovered_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'feedback.created': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** A rule fired for a project: feedback.created */
    post: operations['feedback.created_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  issues: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Rules fired for several issues or projects, which one message reports */
    post: operations['issues_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'incident.firing': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Rules fired: sent where the channel asks for incidents */
    post: operations['incident.firing_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'incident.recovered': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Incidents are over: sent where the channel asks for incidents, or a rule for recoveries */
    post: operations['incident.recovered_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  'audit.entry': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Something was changed in the organization: sent where the channel asks for the audit trail */
    post: operations['audit.entry_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  test: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Somebody tests the channel */
    post: operations['test_webhook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    AccessToken: {
      id: number
      /** @enum {string} */
      name: 'cli' | 'mobile' | 'web'
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      last_used_at: string
      /** Format: date-time */
      expires_at: string | null
      /** @description As reported by the client at login. */
      device: string | null
      /** @description Source address of the login. */
      address: string | null
      is_current: boolean
    }
    AccessTokenList: {
      tokens: components['schemas']['AccessToken'][]
    }
    ActivityEntry: {
      id: number
      /** Format: date-time */
      at: string
      by: {
        id: string
        name: string
      } | null
      /** @description One of resolved, unresolved, ignored, snoozed, snooze_ended, regressed, assigned, level, merged, unmerged, split_off, undone, symbolicated, commented, notified; more may be added. */
      kind: string
      details: {
        [key: string]: unknown
      }
    }
    ActivityPage: {
      activity: components['schemas']['ActivityEntry'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    AddDeployBody: {
      /** @description Where it was deployed, such as `production`. */
      environment: string
      /** @description What people call the deploy. */
      name?: string | null
      /** @description Address of the deploy. */
      url?: string | null
      /** Format: date-time */
      started_at?: string | null
      /**
       * Format: date-time
       * @description By default now.
       */
      finished_at?: string | null
    }
    AddPasskeyBody: {
      /** @description What its owner calls it. */
      name: string
      credential: components['schemas']['PasskeyAttestation']
    }
    AddPasskeyResponse: {
      passkey: components['schemas']['Passkey']
      /** @description Each completes a login once, in place of the passkey. Null if the account had some. Shown in this response only. */
      recovery_codes: string[] | null
    }
    AlertIncident: {
      /** @description Opaque; begins with `inc_`. */
      id: string
      rule_id: string
      project_id: string
      issue_id: string | null
      /** @description The issue as it is now; null for an incident about a project, and once the issue is deleted. */
      issue: {
        short_id: string
        title: string
      } | null
      /** @enum {string} */
      trigger:
        | 'issue.new'
        | 'issue.regressed'
        | 'issue.reopened'
        | 'issue.escalating'
        | 'issue.events'
        | 'issue.users'
        | 'issue.first_in_release'
        | 'issue.resolved'
        | 'issue.assigned'
        | 'issue.commented'
        | 'project.silent'
        | 'project.losing'
        | 'project.rate'
        | 'project.spike'
        | 'release.new'
        | 'release.new_issues'
        | 'release.crash_free'
        | 'monitor.missed'
        | 'monitor.failed'
        | 'monitor.recovered'
        | 'feedback.new'
      /** @description The release or monitor that it is about. */
      subject: string | null
      /** @enum {string} */
      state: 'firing' | 'recovered'
      /** Format: date-time */
      fired_at: string
      /** Format: date-time */
      recovered_at: string | null
      /** @description Channels that took a message about it, and when they did last. */
      notified: {
        channel_id: string
        /** Format: date-time */
        at: string
      }[]
    }
    AlertIncidentPage: {
      incidents: components['schemas']['AlertIncident'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    AlertPreview: {
      total: number
      days: {
        /** @description In UTC. */
        day: string
        count: number
      }[]
      /** @description When, the latest first: at most 500. */
      times: string[]
      /** @description The latest ten. */
      examples: {
        issue_id: string | null
        /** @enum {string} */
        trigger:
          | 'issue.new'
          | 'issue.regressed'
          | 'issue.reopened'
          | 'issue.escalating'
          | 'issue.events'
          | 'issue.users'
          | 'issue.first_in_release'
          | 'issue.resolved'
          | 'issue.assigned'
          | 'issue.commented'
          | 'project.silent'
          | 'project.losing'
          | 'project.rate'
          | 'project.spike'
          | 'release.new'
          | 'release.new_issues'
          | 'release.crash_free'
          | 'monitor.missed'
          | 'monitor.failed'
          | 'monitor.recovered'
          | 'feedback.new'
        /** Format: date-time */
        at: string
        /** @description The issue, release, monitor or feedback; empty for a project. */
        title: string
      }[]
      /** @description Triggers that are told by whole hours: the times are those of hours, and what lasted for less may be missing. */
      by_hour: (
        | 'issue.new'
        | 'issue.regressed'
        | 'issue.reopened'
        | 'issue.escalating'
        | 'issue.events'
        | 'issue.users'
        | 'issue.first_in_release'
        | 'issue.resolved'
        | 'issue.assigned'
        | 'issue.commented'
        | 'project.silent'
        | 'project.losing'
        | 'project.rate'
        | 'project.spike'
        | 'release.new'
        | 'release.new_issues'
        | 'release.crash_free'
        | 'monitor.missed'
        | 'monitor.failed'
        | 'monitor.recovered'
        | 'feedback.new'
      )[]
      /** @description Triggers that cannot be told from what is kept. */
      left_out: (
        | 'issue.new'
        | 'issue.regressed'
        | 'issue.reopened'
        | 'issue.escalating'
        | 'issue.events'
        | 'issue.users'
        | 'issue.first_in_release'
        | 'issue.resolved'
        | 'issue.assigned'
        | 'issue.commented'
        | 'project.silent'
        | 'project.losing'
        | 'project.rate'
        | 'project.spike'
        | 'release.new'
        | 'release.new_issues'
        | 'release.crash_free'
        | 'monitor.missed'
        | 'monitor.failed'
        | 'monitor.recovered'
        | 'feedback.new'
      )[]
    }
    AlertRule: {
      /** @description Opaque; begins with `rul_`. */
      id: string
      name: string
      is_enabled: boolean
      /** @description Projects that it speaks of; null for all, also later ones. */
      project_ids: string[] | null
      /** @description `issue.events` and `issue.users`: at least `count` events, or people, of one issue within `minutes`. `project.losing`: as many events refused or lost, by whole hours. `project.silent`: no event for `minutes`. `project.rate`: `count` events within `minutes`. `project.spike`: `count` events in an hour, and `times` as many as usual in this hour of the week. `release.new_issues`: `count` issues that are new in a release, within `minutes` of its first event. `release.crash_free`: less than `percent` of at least `count` sessions of a release within `minutes`, by whole hours. */
      triggers: (
        | 'issue.new'
        | 'issue.regressed'
        | 'issue.reopened'
        | 'issue.escalating'
        | 'issue.events'
        | 'issue.users'
        | 'issue.first_in_release'
        | 'issue.resolved'
        | 'issue.assigned'
        | 'issue.commented'
        | 'project.silent'
        | 'project.losing'
        | 'project.rate'
        | 'project.spike'
        | 'release.new'
        | 'release.new_issues'
        | 'release.crash_free'
        | 'monitor.missed'
        | 'monitor.failed'
        | 'monitor.recovered'
        | 'feedback.new'
      )[]
      /** @description How much within how long. Triggers of one rule share it. */
      threshold: {
        count: number
        minutes: number
        /** @description For `project.spike`. */
        times?: number | null
        /** @description For `release.crash_free`. */
        percent?: number | null
      } | null
      /** @description In the language of the issue list (docs/search.md); empty for any issue. */
      condition: string
      channel_ids: string[]
      /** @description People who are notified by mail and push, as far as their own settings allow: `members` (all who see the project), `assignee`, and teams by id. */
      people: string[]
      /** @description Person or team that an issue is assigned to which nobody has. One who does not see the project gets none. */
      assign_to: string | null
      /** @description Whether it is sent at once, also in quiet hours of a channel. */
      is_urgent: boolean
      /** @description Whether chats are notified when it is over. Pagers always are. */
      notifies_recovery: boolean
      /**
       * Format: date-time
       * @description Until when it notifies nobody.
       */
      muted_until: string | null
      /** @description Least time between two messages of the rule about the same subject to one channel or person. Null: an hour for the same change of an issue and for people; channels are sent decisions, and what is about a project, each time. */
      pace_minutes: number | null
      /** @description How long its messages to a channel are gathered, from the first on; they become one. Urgent ones are not. Null: the 15 seconds of all rules. */
      window_minutes: number | null
      /** Format: date-time */
      created_at: string
    }
    AlertRuleList: {
      rules: components['schemas']['AlertRule'][]
    }
    AlertRuleResponse: {
      rule: components['schemas']['AlertRule']
    }
    ApiToken: {
      id: number
      name: string
      scopes: (
        | 'project:read'
        | 'project:write'
        | 'issue:read'
        | 'issue:write'
        | 'issue:delete'
        | 'artifact:write'
        | 'member:read'
        | 'audit:read'
      )[]
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      last_used_at: string | null
      /** Format: date-time */
      expires_at: string | null
    }
    ApiTokenList: {
      api_tokens: components['schemas']['ApiToken'][]
    }
    ApiTokenPage: {
      api_tokens: components['schemas']['ApiToken'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    Artifact: {
      id: number
      /** @enum {string} */
      kind: 'source_map' | 'minified_file' | 'source' | 'jvm_mapping' | 'native_symbols' | 'dart_names'
      /** @description Name of the uploaded file. */
      name: string
      /** @description Address of the generated file; `~` stands for any origin. */
      url: string
      /** @description As the upload named it, else as the file does. */
      debug_id: string | null
      /** @description Id that the build wrote into the program and its debug file, such as pg_map_id of R8. */
      build_id: string | null
      release: string | null
      dist: string | null
      /** @description The Expo update that it belongs to. */
      update_id: string | null
      platform: string | null
      sha256: string
      bytes: number
      /** @description Compressed original and index. */
      stored_bytes: number
      sources: number | null
      sources_with_text: number | null
      /**
       * @description `evicted`: removed to stay within the disk budget.
       * @enum {string}
       */
      state: 'indexing' | 'ready' | 'failed' | 'evicted'
      reason: components['schemas']['ArtifactReason'] | null
      /** Format: date-time */
      uploaded_at: string
      uploaded_by: {
        id: string
        name: string
      } | null
      /**
       * Format: date-time
       * @description Last use for a frame, to the hour.
       */
      last_used_at: string | null
    }
    ArtifactPage: {
      artifacts: components['schemas']['Artifact'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    ArtifactReason: {
      /** @enum {string} */
      code:
        | 'not_a_source_map'
        | 'unknown_file'
        | 'map_broken'
        | 'too_large'
        | 'storage_full'
        | 'chunks_differ'
        | 'failed'
      /** @description The same for people, in English. */
      sentence: string
      facts?: components['schemas']['ReasonFacts']
    }
    ArtifactResponse: {
      artifact: components['schemas']['Artifact']
    }
    AssigneeList: {
      assignees: {
        /** @description A person (`usr_…`) or a team (`tea_…`). */
        id: string
        name: string
      }[]
    }
    AttachPushBody: {
      /** @description Address that the device is subscribed with. */
      endpoint: string
    }
    AttachmentAcknowledgement: {
      name: string
    }
    AttachmentView: {
      name: string
      /** @description As the sender claims. */
      content_type: string
      /** @description The sender’s word for it, such as `event.attachment`. */
      kind: string
      bytes: number
      /** @description Whether its bytes are a PNG, JPEG, WebP or GIF, which is served as such. */
      is_image: boolean
      /** @description Path of the file; it needs the same authorization. */
      url: string
    }
    AuditEntry: {
      id: number
      /** @enum {string} */
      action:
        | 'account.created'
        | 'account.renamed'
        | 'session.started'
        | 'session.ended'
        | 'session.revoked'
        | 'login.failed'
        | 'password.changed'
        | 'password.reset_requested'
        | 'password.reset'
        | 'email.change_requested'
        | 'email.changed'
        | 'email.confirmed'
        | 'account.disabled'
        | 'account.enabled'
        | 'totp.enabled'
        | 'totp.removed'
        | 'recovery_codes.replaced'
        | 'recovery_code.used'
        | 'passkey.added'
        | 'passkey.used'
        | 'passkey.removed'
        | 'identity.linked'
        | 'identity.unlinked'
        | 'api_token.created'
        | 'api_token.revoked'
        | 'subscription.changed'
        | 'issue.deleted'
        | 'artifact.downloaded'
        | 'artifact.deleted'
        | 'person.exported'
        | 'person.erased'
      /** Format: date-time */
      created_at: string
      /** @description Source address of the request; an IPv6 address as its /64. */
      address: string | null
      /** @description As reported by the client. */
      device: string | null
      /** @description The session that acted. */
      token_id: number | null
      details: {
        [key: string]: string | number | boolean | null
      }
    }
    AuditPage: {
      entries: components['schemas']['AuditEntry'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    BeginUploadBody: {
      /** @description The release of all files. */
      release?: string | null
      /** @description The dist of all files; without one they serve every dist. */
      dist?: string | null
      /** @enum {string|null} */
      platform?:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
      /** @description The Expo update that the files belong to. */
      update_id?: string | null
      files: components['schemas']['UploadFile'][]
    }
    BeginUploadResponse: {
      upload_id: number
      /** @description Bytes of each chunk of a file but its last. */
      chunk_bytes: number
      /** @description Chunks to be sent, in the order of the files. */
      missing: string[]
      /** @description By sha256 of a file: some of it is missing, it is stored already, or it is larger than the server accepts. */
      states: {
        [key: string]: 'missing' | 'duplicate' | 'ignored'
      }
      /** Format: date-time */
      expires_at: string
    }
    Breadcrumb: {
      category: string
      message: string
      /** @description Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size. */
      ts: number
      data?: {
        [key: string]: unknown
      } | null
      level?: string | null
      type?: string | null
    }
    BreadcrumbView: {
      category: string
      message: string
      /** @description Epoch milliseconds, also of one that was sent in another unit; null if what was sent is no time. */
      ts: number | null
      data?: {
        [key: string]: unknown
      } | null
      level?: string | null
      type?: string | null
    }
    BulkResponse: {
      updated_count: number
      failed: {
        id: string
        code: string
        message: string
      }[]
      /** @description For `POST /api/undo/{id}`; null when nothing changed. */
      undo_id: string | null
      /** @description With `in_portions`: where the next portion begins; null after the last. */
      next_after?: string | null
    }
    ChangeDsnKeyBody: {
      /** @description What it is for. */
      label?: string | null
      allowed_origins?: string[] | null
    }
    ChangeEmailBody: {
      /** @description Your current password. */
      current_password: string
      /** Format: email */
      email: string
    }
    ChangeIssueResponse: {
      issue: components['schemas']['Issue']
      /** @description For `POST /api/undo/{id}`; null when nothing changed. */
      undo_id: string | null
    }
    ChangeMailChoicesBody: {
      invitation?: boolean | null
      joined?: boolean | null
      role_changed?: boolean | null
      mention?: boolean | null
      assigned?: boolean | null
    }
    ChangeMailTimesBody: {
      quiet_hours?: components['schemas']['QuietHours'] | null
      digest?: {
        /** @enum {string} */
        every: 'daily' | 'weekly'
        /** @description It comes at nine there, weekly on Mondays. */
        time_zone: string
      } | null
    }
    ChangeMeBody: {
      /** @description Display name. */
      name: string
    }
    ChangeMemberBody: {
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
    }
    ChangeOrganizationBody: {
      /** @description What people call it. */
      name?: string | null
      /** @enum {string|null} */
      membership?: 'open' | 'closed' | null
      require_totp?: boolean | null
      require_sso?: boolean | null
      /** @description An owner, whose subscription counts from then on. */
      billing_user_id?: string | null
    }
    ChangePasswordBody: {
      /** @description Your current password. */
      current_password: string
      password: string
    }
    ChangeProjectBody: {
      /** @description What people call it. */
      name?: string | null
      /** @description A bundle identifier, such as `com.example.shop`. */
      app_id?: string | null
      app_ids?: string[] | null
      /** @enum {string|null} */
      platform?:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
    }
    ChangePushBody: {
      details?: boolean | null
      /** @enum {string|null} */
      language?: 'en' | 'de' | null
      quiet_hours?: components['schemas']['QuietHours'] | null
    }
    ChangeSentrySettingsBody: {
      /** @description Keeps e-mail address, name, address and whatever else describes a person. The id stays anonymous. */
      keep_user_fields?: boolean | null
      /** @description Keeps the bodies of requests, without the values of secret names. */
      keep_request_body?: boolean | null
      /** @description Removes local variables and the arguments of the program. */
      drop_vars?: boolean | null
      /** @description Values whose name contains one of these are removed, beside those that always are. */
      sensitive_keys?: string[] | null
      /** @description Refuses an event that does not name an app_id of the project, in `contexts.app.app_identifier` or before the version in its release. */
      require_app_id?: boolean | null
    }
    Channel: {
      /** @description Opaque; begins with `chn_`. */
      id: string
      /** @enum {string} */
      kind:
        | 'slack'
        | 'mattermost'
        | 'rocket_chat'
        | 'discord'
        | 'teams'
        | 'google_chat'
        | 'zulip'
        | 'matrix'
        | 'telegram'
        | 'ntfy'
        | 'gotify'
        | 'pushover'
        | 'pager_duty'
        | 'opsgenie'
        | 'alertmanager'
        | 'email'
        | 'webhook'
      name: string
      /** @description Where its messages go. */
      host: string
      /**
       * @description `failing`: the last attempt failed, and another follows. `broken`: the service takes nothing until the channel is changed.
       * @enum {string}
       */
      state: 'ok' | 'failing' | 'broken'
      /** @description Why the last attempt failed. */
      failure: string | null
      quiet_hours: components['schemas']['QuietHours'] | null
      /** Format: date-time */
      delivered_at: string | null
      /** Format: date-time */
      created_at: string
    }
    ChannelList: {
      channels: components['schemas']['Channel'][]
    }
    ChannelResponse: {
      channel: components['schemas']['Channel']
    }
    CheckInAcknowledgement: {
      /** @description For the report of its end; null where the end was reported without an id. */
      check_in_id: string | null
    }
    Comment: {
      id: number
      /** Format: date-time */
      at: string
      by: {
        id: string
        name: string
      } | null
      text: string
    }
    CommentPage: {
      comments: components['schemas']['Comment'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    CommentResponse: {
      comment: components['schemas']['Comment']
    }
    ConfirmEmailBody: {
      /** @description The part after `#token=` in the mailed link. */
      token: string
    }
    ConfirmTotpBody: {
      /** @description Six digits; spaces are ignored. Each code works once. */
      code: string
    }
    CreateApiTokenBody: {
      /** @description What it is for. */
      name: string
      scopes: (
        | 'project:read'
        | 'project:write'
        | 'issue:read'
        | 'issue:write'
        | 'issue:delete'
        | 'artifact:write'
        | 'member:read'
        | 'audit:read'
      )[]
      /** @description Days until it ends by itself; never without. Its owners get a mail a week before. */
      expires_in_days?: number | null
    }
    CreateApiTokenResponse: {
      api_token: components['schemas']['ApiToken']
      /** @description Send it as `Authorization: Bearer <token>`. Shown here only. */
      token: string
    }
    CreateDsnKeyBody: {
      /** @description What it is for, such as the name of a program. */
      label: string
      /** @description A key in use elsewhere: 32 hex digits. By default a new one. */
      key?: string | null
      /** @description The number at the end of the DSN in use elsewhere. */
      former_number?: number | null
      allowed_origins?: string[] | null
    }
    CreateInvitationResponse: {
      invitation: components['schemas']['Invitation']
      /** @description Hand it over. Shown here only, and good for one person. */
      link: string
    }
    CreateLoginCodeBody: {
      /** @description Needed by a session that is older than an hour. */
      password?: string | null
    }
    CreateOrganizationBody: {
      /** @description What people call it. */
      name: string
    }
    CreateOrganizationTokenBody: {
      /** @description What it is for. */
      name: string
      scopes: ('project:read' | 'issue:read' | 'artifact:write')[]
      /** @description Days until it ends by itself; never without. Its owners get a mail a week before. */
      expires_in_days?: number | null
    }
    CreateOrganizationTokenResponse: {
      organization_token: components['schemas']['OrganizationToken']
      /** @description Send it as `Authorization: Bearer <token>`. Shown here only. */
      token: string
    }
    CreateProjectBody: {
      /** @description What people call it. */
      name: string
      /** @description A bundle identifier, such as `com.example.shop`. */
      app_id: string
      app_ids?: string[] | null
      /** @enum {string|null} */
      platform?:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
      /** @description Where it is created; without it, in the first of your organizations. */
      organization_id?: string | null
    }
    CreateProjectResponse: {
      project: components['schemas']['Project']
      /** @description Send it as `X-Service-Token`. Shown at creation and regeneration only. */
      ingest_token: string
    }
    DeleteArtifactsResponse: {
      deleted_count: number
    }
    DeleteMeBody: {
      /** @description Your current password. */
      password: string
    }
    DeleteOrganizationBody: {
      /** @description Its name, as a confirmation. */
      name: string
    }
    Delivery: {
      /** @description Opaque; begins with `dlv_`. The `webhook-id` of a webhook. */
      id: string
      /** @enum {string} */
      event:
        | 'issue.new'
        | 'issue.regressed'
        | 'issue.reopened'
        | 'issue.escalating'
        | 'issue.events'
        | 'issue.users'
        | 'issue.first_in_release'
        | 'issue.resolved'
        | 'issue.assigned'
        | 'issue.commented'
        | 'project.silent'
        | 'project.losing'
        | 'project.rate'
        | 'project.spike'
        | 'release.new'
        | 'release.new_issues'
        | 'release.crash_free'
        | 'monitor.missed'
        | 'monitor.failed'
        | 'monitor.recovered'
        | 'feedback.new'
        | 'recovered'
        | 'incident.firing'
        | 'incident.recovered'
        | 'audit.entry'
        | 'test'
      rule_id: string | null
      project_id: string | null
      issue_id: string | null
      /** Format: date-time */
      created_at: string
      /**
       * @description `waiting`, `delivered`, or `dropped`: decided meanwhile, or older than a day.
       * @enum {string}
       */
      state: 'waiting' | 'delivered' | 'dropped'
      /** Format: date-time */
      done_at: string | null
      attempts: number
      /** @description Status that the service answered with. */
      status: number | null
      /** @description Milliseconds of the last attempt. */
      ms: number | null
      failure: string | null
    }
    DeliveryPage: {
      deliveries: components['schemas']['Delivery'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    DsnKey: {
      id: number
      /** @description Set it in place of the DSN of another service. */
      dsn: string
      key: string
      label: string
      /** @description The number that the project has at another service; DSNs with it are accepted as well. */
      former_number: number | null
      /** Format: date-time */
      created_at: string
      /** @description In this hour and the 23 before. */
      requests_24h: number
      /**
       * Format: date-time
       * @description The hour of its last request.
       */
      last_used_at: string | null
      /** @description Pages that may send by it; empty for all. */
      allowed_origins: string[]
    }
    DsnKeys: {
      dsn_keys: components['schemas']['DsnKey'][]
    }
    EnrolTotpBody: {
      /** @description The account’s current password. */
      password: string
    }
    ErasureResponse: {
      erasure: components['schemas']['PersonRequest']
    }
    ErrorBody: {
      /** @enum {string} */
      code:
        | 'malformed_request'
        | 'malformed_body'
        | 'invalid_payload'
        | 'invalid_parameter'
        | 'unsupported_media_type'
        | 'unsupported_encoding'
        | 'request_timeout'
        | 'headers_too_large'
        | 'payload_too_large'
        | 'not_found'
        | 'method_not_allowed'
        | 'rate_limited'
        | 'validation_failed'
        | 'email_taken'
        | 'registration_closed'
        | 'email_confirmed'
        | 'account_disabled'
        | 'unknown_client'
        | 'invalid_credentials'
        | 'unauthenticated'
        | 'session_replaced'
        | 'invalid_totp'
        | 'challenge_expired'
        | 'invalid_passkey'
        | 'sso_off'
        | 'sso_failed'
        | 'sso_expired'
        | 'sso_email_unverified'
        | 'sso_domain'
        | 'sso_taken'
        | 'sso_unreachable'
        | 'sso_required'
        | 'insufficient_scope'
        | 'insufficient_role'
        | 'invitation_for_other'
        | 'already_member'
        | 'sole_owner'
        | 'totp_required'
        | 'origin_mismatch'
        | 'cannot_revoke_current'
        | 'wrong_password'
        | 'password_needed'
        | 'login_code_expired'
        | 'link_expired'
        | 'invalid_link'
        | 'totp_enabled'
        | 'totp_not_enabled'
        | 'passkey_not_accepted'
        | 'passkeys_off'
        | 'push_failed'
        | 'records_full'
        | 'merge_across_projects'
        | 'no_release_known'
        | 'count_changed'
        | 'payload_unavailable'
        | 'chunk_mismatch'
        | 'chunk_not_wanted'
        | 'upload_incomplete'
        | 'upload_too_large'
        | 'too_many_uploads'
        | 'invalid_ingest_token'
        | 'app_id_mismatch'
        | 'origin_not_allowed'
        | 'subscription_inactive'
        | 'storage_full'
        | 'project_storage_full'
        | 'overloaded'
        | 'unavailable'
        | 'internal'
      /** @description For people, and subject to change: branch on the code. */
      message: string
      /** @description For validation errors: the problems, by field. */
      errors?: {
        [key: string]: string[]
      }
      /** @description Identifies the request in the server’s log. */
      request_id: string
    }
    EventPage: {
      events: components['schemas']['EventSummary'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    EventResponse: {
      event: components['schemas']['EventView']
      /** @description 1 is the newest event of the issue; null beyond the newest thousand. */
      position: number | null
      /** @description The next older event of the issue. */
      previous_id: string | null
      /** @description The next newer event of the issue. */
      next_id: string | null
    }
    EventSummary: {
      /** @description Opaque; begins with `evt_`. */
      id: string
      issue_id: string
      project_id: string
      /** Format: date-time */
      occurred_at: string
      /** Format: date-time */
      received_at: string
      /** @enum {string} */
      level: 'fatal' | 'error' | 'warning' | 'info'
      /** @enum {string} */
      platform:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
      release: string | null
      environment: string
      /** @description Number of equal errors it stands for. */
      repeat: number
    }
    EventSymbolication: {
      event_id: string
      release: string | null
      dist: string | null
      update_id: string | null
      /** @description As the event names them. */
      debug_ids: {
        code_file: string
        debug_id: string
      }[]
      files: components['schemas']['FileSymbolication'][]
    }
    EventUpdate: {
      project_id: string
      issues: {
        id: string
        count: number
        /** Format: date-time */
        last_seen: string
      }[]
      /** @description True if further issues changed: reload the ones on screen. */
      more: boolean
    }
    EventView: {
      /** @description Opaque; begins with `evt_`. */
      id: string
      issue_id: string
      project_id: string
      /** Format: date-time */
      occurred_at: string
      /** Format: date-time */
      received_at: string
      /** @enum {string} */
      level: 'fatal' | 'error' | 'warning' | 'info'
      /** @enum {string} */
      platform:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
      release: string | null
      environment: string
      /** @description Number of equal errors it stands for. */
      repeat: number
      exception_type: string
      message: string
      app_id: string
      /** @description The anonymous id sent by the SDK. */
      user_id: string | null
      /** @description Users affected by an event that stands for several errors, with counts. */
      users:
        | {
            id: string
            count: number
          }[]
        | null
      dist: string | null
      /** @description The event itself first, then the exceptions that it contains or was caused by: a tree by their `parent`. */
      exceptions: components['schemas']['ExceptionView'][]
      mechanism: {
        type?: string | null
        handled?: boolean | null
      } | null
      /** @description As the client sent them. */
      tags: {
        [key: string]: unknown
      }
      /** @description Tags that Bugle derives from the contexts and the mechanism; counted and searched like the others. */
      derived_tags: {
        [key: string]: string
      }
      contexts: {
        [key: string]: unknown
      }
      extra: {
        [key: string]: unknown
      }
      breadcrumbs: components['schemas']['BreadcrumbView'][]
      sdk: {
        name?: string | null
        version?: string | null
      } | null
      /** @description Path of the JPEG; it needs the same authorization. */
      screenshot_url: string | null
      /** @description The fingerprint sent by the SDK. */
      fingerprint: string[] | null
      /** @description Fields unknown to the API. */
      other: {
        [key: string]: unknown
      }
      threads: components['schemas']['ThreadView'][]
      attachments: components['schemas']['AttachmentView'][]
      /** @description The random id by which a Sentry SDK named the event. */
      client_id: string | null
      /** @description Paths of personal data and secrets that were removed before the event was stored. */
      scrubbed: string[]
      /** @description Fields that exceeded their limits and were trimmed. */
      trimmed: string[]
      /** @description Fields in a form that is not understood. What was sent is below `other`. */
      unread: string[]
      /** @description Whether U+0000 or lone surrogates were replaced by U+FFFD. */
      repaired: boolean
      /** @enum {string} */
      payload: 'kept' | 'pruned' | 'evicted' | 'damaged'
      /** @description Set if the event was stored but could not be processed. */
      processing_error: string | null
    }
    ExceptionView: {
      exception_type: string
      message: string
      /** @description The same with the names that the obfuscation of the build replaced. */
      original?: {
        exception_type: string
        message: string
      }
      /** @description How it was caught, and its position among grouped exceptions: `exception_id`, `parent_id`, `source`. */
      mechanism?: {
        [key: string]: unknown
      }
      /** @description Index in `exceptions` of the one that contains it or that it caused. Missing in the first: the exception that was thrown. */
      parent?: number
      /**
       * @description How it belongs to its parent: its cause, a member of a group, suppressed by it, or another thread.
       * @enum {string}
       */
      relation?: 'cause' | 'member' | 'suppressed' | 'thread'
      /** @description Number of members of this group; only where the list lacks some of them. */
      members?: number
      frames: components['schemas']['FrameView'][]
      /** @description The stack as text, unchanged. */
      stack: string | null
    }
    ExportResponse: {
      export: components['schemas']['PersonRequest']
    }
    Feedback: {
      id: string
      message: string
      name: string | null
      /** @description As the person gave it, to be answered. */
      email: string | null
      url: string | null
      /** Format: date-time */
      created_at: string
      /** @description The event it is about, if it was found. */
      event_id: string | null
      issue_id: string | null
    }
    FeedbackAcknowledgement: {
      feedback_id: string
    }
    FeedbackPage: {
      feedback: components['schemas']['Feedback'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    FileSymbolication: {
      /** @description As the stack names it. */
      file: string
      /** @description As the event names it for the file. */
      debug_id: string | null
      frames: number
      resolved: number
      /** @description The rules that apply, in their order. The first that finds exactly one map decides. */
      attempts: {
        /** @enum {string} */
        by: 'debug_id' | 'update' | 'url' | 'hashed_name' | 'suffix' | 'name' | 'release'
        /** @description Looked for, the most exact first. */
        keys: string[]
        found: components['schemas']['FoundArtifact'][]
      }[]
      chosen: {
        /** @enum {string} */
        by: 'debug_id' | 'update' | 'url' | 'hashed_name' | 'suffix' | 'name' | 'release'
        artifact: components['schemas']['FoundArtifact']
      } | null
      /** @description Why frames of it are not resolved, each once. */
      reasons: components['schemas']['FrameReason'][]
      /** @description What is unusual about the match. */
      notes: string[]
    }
    Fingerprint: {
      fingerprint: string
      /** @description The issue it returns to when it is split off. */
      issue_id: string
      type: string
      message: string
      count: number
      users: number
      /** Format: date-time */
      first_seen: string
      /** Format: date-time */
      last_seen: string
      /** @description Split off by hand: no rule merges it again. */
      pinned: {
        /** Format: date-time */
        at: string
        by: {
          id: string
          name: string
        } | null
      } | null
      /**
       * Format: date-time
       * @description When a stack that could not be resolved in its time is tried again; its issue may change then.
       */
      retry_at: string | null
      grouping: components['schemas']['GroupingView']
    }
    FingerprintPage: {
      fingerprints: components['schemas']['Fingerprint'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    FinishSsoBody: {
      code: string
      verifier: string
    }
    ForgotPasswordBody: {
      /** Format: email */
      email: string
    }
    FoundArtifact: {
      artifact_id: number
      /** @enum {string} */
      kind: 'source_map' | 'minified_file' | 'source' | 'jvm_mapping' | 'native_symbols' | 'dart_names'
      url: string
      release: string | null
      dist: string | null
      debug_id: string | null
      /** @enum {string} */
      state: 'indexing' | 'ready' | 'failed' | 'evicted'
    }
    FrameReason: {
      code: string
      /** @description The same in English. */
      sentence: string
      facts?: components['schemas']['ReasonFacts']
      /** @description A command that fixes it, to be run in the folder of the build. */
      command?: string
    }
    FrameView: {
      function?: string
      /** @description Owner of the function: class or import path. */
      module?: string
      file?: string
      line?: number
      column?: number
      /** @description Whether it is the customer’s own code. */
      in_app: boolean
      native?: boolean
      async?: boolean
      eval?: boolean
      /** @description The original line. */
      raw?: string
      /** @description The source line that ran, if known. */
      context_line?: string
      /** @description Lines before it, in file order. */
      pre_context?: string[]
      /** @description Lines after it. */
      post_context?: string[]
      symbolication?: components['schemas']['Symbolication']
      /** @description Local variables and arguments, if the SDK sent them. */
      vars?: {
        [key: string]: unknown
      }
      /** @description The library or binary that the code is in. */
      package?: string
    }
    GroupingPreview: {
      /** @description The issue that would count the event; a 202 may name it by another id. */
      issue_id: string
      /** @description False if the event would start a new issue. */
      issue_exists: boolean
      fingerprint: string
      grouping: components['schemas']['GroupingView']
    }
    GroupingView: {
      version: number
      /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
      reason: string
      /** @description Components of the fingerprint, in order. */
      components: string[]
      /** @description Parts of the first event that were considered and left out; at most 20. */
      dropped: {
        part: string
        why: string
      }[]
    }
    Health: {
      /** @enum {string} */
      status: 'ok'
    }
    IdentityList: {
      provider: {
        name: string
      } | null
      identities: {
        id: number
        issuer: string
        /** @description As the provider named it when it was linked. */
        email: string | null
        /** Format: date-time */
        linked_at: string
        /** Format: date-time */
        last_login_at: string | null
      }[]
    }
    IngestAcknowledgement: {
      event_id: string
      issue_id: string
    }
    IngestAttachmentQuery: {
      /** @description One of the bundle identifiers pinned to the project. */
      app_id: string
      /** @description The event: the id from its 202, or the one that the SDK gave it. */
      event_id: string
      /** @description Name of the file; `attachment` by default. */
      name?: string
      /** @description Type of the file, where it is not the `Content-Type`. */
      type?: string
    }
    IngestCheckIn: {
      /** @description One of the bundle identifiers pinned to the project. */
      app_id: string
      /** @description Name of the monitor. Upper-case letters and characters other than letters, digits, `-` and `_` are replaced. */
      monitor: string
      /** @enum {string} */
      status: 'in_progress' | 'ok' | 'error'
      /** @description A UUID that the client chooses: what is sent again counts once. */
      check_in_id?: string | null
      duration_ms?: number | null
      /** @description `production` by default. */
      environment?: string | null
      /** @description A crontab of five parts, or `every 5 minutes`. It makes the monitor, or changes its schedule. */
      schedule?: string | null
      /** @description Of the crontab; `UTC` by default. */
      timezone?: string | null
      margin_minutes?: number | null
      max_runtime_minutes?: number | null
      failure_threshold?: number | null
      recovery_threshold?: number | null
    }
    IngestEvent: {
      /** @description Kind of exception. */
      exception_type: string
      /** @description Error message; may be empty. */
      message: string
      /** @enum {unknown} */
      platform:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
      /** @description One of the bundle identifiers pinned to the project. */
      app_id: string
      stack?:
        | string
        | (
            | string
            | {
                [key: string]: unknown
              }
          )[]
        | null
      level?: ('fatal' | 'error' | 'warning' | 'info') | null
      release?: string | null
      dist?: string | null
      environment?: string | null
      tags?: {
        [key: string]: string | number | boolean | null
      } | null
      user?: {
        id?: string | null
      } | null
      user_id_anon?: string | null
      contexts?: {
        [key: string]: unknown
      } | null
      mechanism?: {
        type?: string | null
        handled?: boolean | null
      } | null
      breadcrumbs?: components['schemas']['Breadcrumb'][] | null
      screenshot?: string | null
      extra?: {
        [key: string]: unknown
      } | null
      event_id?: string | null
      timestamp?: (string | number) | null
      sent_at?: (string | number) | null
      fingerprint?: string[] | null
      debug_meta?: {
        [key: string]: unknown
      } | null
      exceptions?:
        | {
            exception_type: string
            message: string
            stack?:
              | string
              | (
                  | string
                  | {
                      [key: string]: unknown
                    }
                )[]
              | null
            /** @description The exception that it belongs to: 0 is the event itself, n the nth of `exceptions`. By default the one before it. */
            parent?: unknown
            /** @description How it belongs to its parent: `cause`, `member`, `suppressed`, `thread`. By default a member of the parent that is named, else the cause of the one before. */
            relation?: unknown
          }[]
        | null
      repeat?: number | null
      users?:
        | {
            /** @description Anonymous identifier only. */
            id: string
            count: number
          }[]
        | null
      client_drops?:
        | {
            reason: string
            count: number
          }[]
        | null
      sdk?: {
        name?: string | null
        version?: string | null
      } | null
      /** @description Up to 50 of `{ file, line, pre_context, context_line, post_context }`: the lines of source around places of the stack, `file` and `line` as the stack prints them, at most 7 lines before and after. What has another shape is left out. */
      source_context?: unknown
    }
    IngestFeedback: {
      /** @description One of the bundle identifiers pinned to the project. */
      app_id: string
      message: string
      /** @description A UUID that the client chooses: what is sent again counts once. */
      id?: string | null
      name?: string | null
      /** @description For a response; kept as the person gave it. */
      email?: string | null
      url?: string | null
      /** @description The event it is about: the id from its 202, or the one that the SDK gave it. */
      event_id?: string | null
      /** @description JPEG, base64. It is stored with the event, so it needs `event_id`. */
      screenshot?: string | null
    }
    IngestSessions: {
      /** @description One of the bundle identifiers pinned to the project. */
      app_id: string
      /** @description The running build, by which sessions count. */
      release: string
      /** @description `production` by default. */
      environment?: string | null
      sent_at?: (string | number) | null
      sessions?: components['schemas']['SessionReport'][] | null
      counts?: components['schemas']['SessionCount'][] | null
    }
    IngestTokens: {
      ingest_tokens: {
        last4: string
        /** Format: date-time */
        created_at: string
        /**
         * Format: date-time
         * @description When it ends by itself, or its grace does; null for never.
         */
        ends_at: string | null
        /** @description Whether it is the present one, and was not replaced. */
        is_current: boolean
        /** @description In this hour and the 23 before. */
        requests_24h: number
        /**
         * Format: date-time
         * @description The hour of its last request.
         */
        last_used_at: string | null
      }[]
    }
    Invitation: {
      /** @description Opaque; begins with `inv_`. */
      id: string
      email: string | null
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      team_ids: string[]
      invited_by: {
        /** @description Opaque; begins with `usr_`. */
        id: string
        name: string
      }
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      expires_at: string
      /** @enum {string} */
      status: 'open' | 'accepted' | 'revoked' | 'expired'
    }
    InvitationBody: {
      /** Format: email */
      email?: string | null
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      team_ids?: string[] | null
      /** @description Mails the link to `email`; true by default. */
      send_mail?: boolean | null
      expires_in_days?: number | null
    }
    InvitationList: {
      invitations: components['schemas']['Invitation'][]
    }
    InvitationTokenBody: {
      /** @description The part after `#token=` in the link. */
      token: string
    }
    InvitationView: {
      /** @description Its name. */
      organization: string
      /** @description The name of who invites. */
      invited_by: string
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      /** @description The only address whose account may accept. */
      email: string | null
      /** Format: date-time */
      expires_at: string
      /** @description Whether an account can be created to accept it. */
      may_register: boolean
      /** @description Whether to log in by the identity provider before accepting it. */
      requires_sso: boolean
    }
    Issue: {
      /** @description Opaque; begins with `iss_`. */
      id: string
      /** @description For people to refer to, such as `SHOP-12`. */
      short_id: string
      project_id: string
      /** @description Type and message in one line. */
      title: string
      type: string
      message: string
      /** @description Function and file to examine first. */
      culprit: string | null
      /** @enum {string} */
      level: 'fatal' | 'error' | 'warning' | 'info'
      /** @enum {string} */
      status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
      /** @enum {string|null} */
      substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
      /** @enum {string} */
      platform:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
      /** Format: date-time */
      first_seen: string
      /** Format: date-time */
      last_seen: string
      /** @description Sum of `repeat` over its events. */
      count: number
      users: number
      /** @description True when `users` exceeds the exact range. */
      users_approx: boolean
      fingerprint: string
      first_release: string | null
      last_release: string | null
      /** @description A person (`usr_…`) or a team (`tea_…`). */
      assignee: {
        id: string
        name: string
      } | null
      snooze: {
        /** Format: date-time */
        until: string | null
        events: number | null
        users: number | null
      } | null
      resolution: {
        /** @enum {string} */
        mode: 'now' | 'next_release' | 'release'
        release: string | null
        /** Format: date-time */
        at: string
      } | null
      grouping: components['schemas']['GroupingView']
      /** @description Oldest bucket first. */
      sparkline?: number[]
    }
    /** @description `quiet_from` is the last hour with events before the issue returned. */
    IssueChanges: {
      /** Format: date-time */
      first_seen: string
      /** Format: date-time */
      last_seen: string
      /** Format: date-time */
      regressed_at: string | null
      /** @description The release in which it came back. */
      regressed_release: string | null
      /** Format: date-time */
      quiet_from: string | null
      first_release: {
        version: string
        /** Format: date-time */
        first_seen: string | null
      } | null
      rate: {
        last_24h: number
        /** @description Mean of the previous 13 days; null for issues up to two days old. */
        usual_24h: number | null
        ratio: number | null
      }
      /** @description Values far commoner than in other issues: releases, environments and platforms of the last 24 hours beside the rest of the project, tags beside those of the fifty other issues seen last. */
      distinctive_values: {
        /** @description `release`, `environment`, `platform` or `tag.KEY`, as in a search. */
        key: string
        value: string
        count: number
        share: number
        usual_share: number | null
      }[]
    }
    IssuePage: {
      issues: components['schemas']['Issue'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
      status_counts: components['schemas']['StatusCounts']
      counts: components['schemas']['ListCounts']
    }
    IssueResponse: {
      issue: components['schemas']['Issue']
      latest_event?: components['schemas']['EventResponse']
      stats?: components['schemas']['Stats']
      tags?: components['schemas']['TagCounts'][]
    }
    IssueTags: {
      tags: components['schemas']['TagCounts'][]
    }
    IssueUpdate: {
      project_id: string
      issue_ids: string[]
      /** @description True if further issues changed: reload the ones on screen. */
      more: boolean
    }
    LinkSsoBody: {
      /** @description The password of the account. */
      password: string
      code?: string | null
      recovery_code?: string | null
    }
    LinkSsoResponse: {
      /** @description Send it again with a code. */
      requires_totp: boolean
      /** @description Where the browser goes now. */
      redirect: string | null
    }
    /** @description The time range of `from` and `to`, in whole hours. */
    ListCounts: {
      /** @description Whether counts are of exactly the events that match. With a user they are of the events that are kept; where a tag meets another tag, a time, an environment, a release or a platform, of what the other terms match. */
      exact: boolean
      /**
       * Format: date-time
       * @description With a user: the time since when all events are kept.
       */
      since: string | null
      /** Format: date-time */
      from: string | null
      /** Format: date-time */
      to: string | null
    }
    ListResetTokensBody: {
      /** @description The part after `#token=` in the mailed link. */
      token: string
    }
    Loader: {
      /** @description Path below the address of the server, with a hash of the content. */
      path: string
      /** @description The `integrity` of its script element: `sha384-…`. */
      integrity: string
    }
    LoginBody: {
      email: string
      password: string
    }
    LoginCode: {
      /** @description Signs in one client. Shown here only. */
      code: string
      /** Format: date-time */
      expires_at: string
    }
    LoginOutcome: components['schemas']['LoginResponse'] | components['schemas']['TotpChallenge']
    LoginPasskeyBody: {
      totp_token: string
      credential: components['schemas']['PasskeyAssertion']
    }
    LoginResponse: {
      user: components['schemas']['User']
      /** @description Send it as `Authorization: Bearer <token>`. Shown here only. */
      token: string
    }
    LoginTotpBody: {
      totp_token: string
      /** @description Six digits; spaces are ignored. Each code works once. */
      code?: string | null
      /** @description One of the recovery codes; each works once. */
      recovery_code?: string | null
    }
    MailChoices: {
      /** @description Somebody invites you to an organization. */
      invitation: boolean
      /** @description Somebody accepted your invitation. */
      joined: boolean
      /** @description Your role in an organization changed, or your membership ended. */
      role_changed: boolean
      /** @description Somebody mentions you in a comment. */
      mention: boolean
      /** @description Somebody assigns an issue to you or your team. */
      assigned: boolean
    }
    MailChoicesResponse: {
      mails: components['schemas']['MailChoices']
    }
    MailResponse: {
      /** @description For people. */
      message: string
    }
    MailTimes: {
      quiet_hours: components['schemas']['QuietHours'] | null
      /** @description A summary; none comes when nothing happened. */
      digest: {
        /** @enum {string} */
        every: 'daily' | 'weekly'
        /** @description It comes at nine there, weekly on Mondays. */
        time_zone: string
        /** Format: date-time */
        next_at: string
      } | null
    }
    MailTimesResponse: {
      times: components['schemas']['MailTimes']
    }
    Me: {
      /** @description Opaque; begins with `usr_`. */
      id: string
      email: string
      name: string
      /** @description False while a mailed link waits to be used. An account that stays so goes after 7 days unless it has a project. */
      email_confirmed: boolean
      subscription: components['schemas']['Subscription']
      /** @description Whether you see the whole installation: GET /api/operator. */
      is_operator: boolean
      /** @description In the order in which you joined them. */
      organizations: components['schemas']['MyOrganization'][]
    }
    Member: {
      /** @description Opaque; begins with `usr_`. */
      id: string
      name: string
      email: string
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      /** Format: date-time */
      joined_at: string
      /**
       * @description How they came to be a member.
       * @enum {string}
       */
      source: 'owner' | 'invitation' | 'oidc'
      has_totp: boolean
      team_ids: string[]
    }
    MemberList: {
      members: components['schemas']['Member'][]
    }
    MemberResponse: {
      member: components['schemas']['Member']
    }
    MergeResponse: {
      issue: components['schemas']['Issue']
      /** @description For `POST /api/undo/{id}`, within seven days. */
      undo_id: string | null
    }
    Monitor: {
      monitor: components['schemas']['MonitorView']
    }
    MonitorList: {
      monitors: components['schemas']['MonitorView'][]
      /** @description Check-ins that did not come in the last 24 hours. */
      missed_24h: number
    }
    MonitorView: {
      slug: string
      name: string
      /** @description A crontab, or `every 5 minutes`; null while none was sent. */
      schedule: string | null
      timezone: string
      /** @description How late a check-in may be. */
      margin_minutes: number
      max_runtime_minutes: number
      environments: {
        environment: string
        /** @enum {string} */
        status: 'ok' | 'failing' | 'waiting'
        last_status: string | null
        /** Format: date-time */
        last_check_in_at: string | null
        /** Format: date-time */
        next_due_at: string | null
        /** Format: date-time */
        failing_since: string | null
      }[]
      /** @description The newest ones. */
      check_ins: {
        id: string
        environment: string
        /** @enum {string} */
        status: 'in_progress' | 'ok' | 'error' | 'missed' | 'timeout'
        /** Format: date-time */
        started_at: string
        duration_ms: number | null
      }[]
    }
    MyOrganization: {
      /** @description Opaque; begins with `org_`. */
      id: string
      name: string
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      /** @description It asks for a second factor that you have not turned on. */
      lacks_totp: boolean
    }
    NewChannelResponse: {
      channel: components['schemas']['Channel']
      /** @description Signs the requests of a webhook. */
      secret: string | null
    }
    Notifications: {
      project: {
        /** @enum {string} */
        new_issues: 'on' | 'off' | 'default'
        /** @enum {string} */
        regressed_issues: 'on' | 'off' | 'default'
      }
      own: {
        /** @enum {string} */
        new_issues: 'on' | 'off' | 'default'
        /** @enum {string} */
        regressed_issues: 'on' | 'off' | 'default'
        /** @description No mail about issues of any project. */
        off_everywhere: boolean
      }
      /** @description The result of these settings: the mails you get. */
      effective: {
        new_issues: boolean
        regressed_issues: boolean
      }
      /** @description The server’s default: on when SMTP is configured. */
      default: boolean
    }
    NotificationsResponse: {
      notifications: components['schemas']['Notifications']
    }
    OperatorOrganization: {
      id: string
      name: string
      /** Format: date-time */
      created_at: string
      /** @description E-mail addresses. */
      owners: string[]
      members: number
      projects: number
      /** @description In all its projects, ever. */
      events: number
    }
    OperatorOrganizationPage: {
      organizations: components['schemas']['OperatorOrganization'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    OperatorOverview: {
      version: string
      retention_days: number
      disk: {
        used_bytes: number | null
        budget_bytes: number
        /** @description Of the file system; null with an external database. */
        free_bytes: number | null
        has_room: boolean
      }
      artifacts: {
        used_bytes: number
        budget_bytes: number
      }
      queue: {
        /** @description Batches of events that are not digested yet. */
        segments: number
        oldest_seconds: number
        /** @description Mails and other slow work. */
        jobs: number
      }
      counts: {
        users: number
        organizations: number
        projects: number
      }
      /** @description What the operator’s command `doctor` finds. */
      checks: {
        name: string
        /** @enum {string} */
        status: 'ok' | 'warn' | 'fail'
        text: string
        advice: string | null
      }[]
    }
    OperatorUser: {
      id: string
      email: string
      name: string
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      last_used_at: string | null
      organizations: number
      projects: number
      has_totp: boolean
      is_confirmed: boolean
      is_disabled: boolean
      is_operator: boolean
    }
    OperatorUserPage: {
      users: components['schemas']['OperatorUser'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    Organization: {
      /** @description Opaque; begins with `org_`. */
      id: string
      name: string
      /**
       * @description `owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member' | 'viewer'
      /**
       * @description `open`: members see all projects. `closed`: they see those of their teams.
       * @enum {string}
       */
      membership: 'open' | 'closed'
      /** @description Members without a second factor see nothing of the organization. */
      require_totp: boolean
      /** @description Members log in through the identity provider; owners may use a password. */
      require_sso: boolean
      /** Format: date-time */
      created_at: string
      /** @description You see nothing here until you turn on your second factor. */
      lacks_totp: boolean
      /** @description The owner whose subscription counts. */
      billing_user_id: string | null
    }
    OrganizationAuditPage: {
      entries: components['schemas']['OrganizationEntry'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    OrganizationEntry: {
      id: number
      /** @enum {string} */
      action:
        | 'organization.created'
        | 'organization.changed'
        | 'member.invited'
        | 'invitation.revoked'
        | 'member.joined'
        | 'member.role_changed'
        | 'member.removed'
        | 'member.left'
        | 'team.created'
        | 'team.renamed'
        | 'team.deleted'
        | 'team.member_added'
        | 'team.member_removed'
        | 'team.project_added'
        | 'team.project_removed'
        | 'token.created'
        | 'token.revoked'
        | 'project.created'
        | 'project.changed'
        | 'project.deleted'
        | 'ingest_token.regenerated'
        | 'sentry_settings.changed'
        | 'dsn_key.created'
        | 'dsn_key.changed'
        | 'dsn_key.revoked'
        | 'artifact.deleted'
        | 'artifact.downloaded'
        | 'issue.deleted'
        | 'person.exported'
        | 'person.erased'
        | 'notifications.changed'
        | 'channel.created'
        | 'channel.changed'
        | 'channel.deleted'
        | 'alert_rule.created'
        | 'alert_rule.changed'
        | 'alert_rule.deleted'
      /** Format: date-time */
      created_at: string
      actor: {
        /** @enum {string} */
        kind: 'user' | 'token' | 'operator' | 'oidc'
        id: string | null
        /** @description As it was then. */
        name: string | null
      }
      address: string | null
      device: string | null
      details: {
        [key: string]: string | number | boolean | null
      }
    }
    OrganizationList: {
      organizations: components['schemas']['Organization'][]
    }
    OrganizationResponse: {
      organization: components['schemas']['Organization']
    }
    OrganizationToken: {
      id: number
      name: string
      scopes: ('project:read' | 'issue:read' | 'artifact:write')[]
      last4: string
      /** Format: date-time */
      created_at: string
      created_by: {
        /** @description Opaque; begins with `usr_`. */
        id: string
        name: string
      } | null
      /** Format: date-time */
      last_used_at: string | null
      /** Format: date-time */
      expires_at: string | null
    }
    OrganizationTokenList: {
      tokens: components['schemas']['OrganizationToken'][]
    }
    Outcomes: {
      /** Format: date-time */
      from: string
      /** Format: date-time */
      to: string
      /** @description Requests that the server refused. */
      refused: {
        /** @enum {string} */
        reason:
          | 'token_revoked'
          | 'too_large'
          | 'rate_limited'
          | 'subscription_inactive'
          | 'storage_full'
          | 'project_storage_full'
          | 'overloaded'
          | 'invalid_payload'
          | 'app_id_mismatch'
          | 'origin_not_allowed'
        total: number
        /** @description Hours with at least one, oldest first. */
        hours: {
          /** Format: date-time */
          hour: string
          count: number
        }[]
        /** @description From the latest one: the `app_id` or origin sent, or the invalid fields. */
        latest_detail: string | null
      }[]
      /** @description Events that SDKs report as dropped. */
      reported: {
        /** @description As named by the SDK. */
        reason: string
        total: number
        /** @description Hours with at least one, oldest first. */
        hours: {
          /** Format: date-time */
          hour: string
          count: number
        }[]
      }[]
      /** @description Items of kinds that Bugle does not keep. */
      unsupported: {
        /** @description Kind of item, such as `transaction`. */
        reason: string
        total: number
        /** @description Hours with at least one, oldest first. */
        hours: {
          /** Format: date-time */
          hour: string
          count: number
        }[]
        /** @description The SDK that sent the latest one. */
        latest_detail: string | null
      }[]
      /** @description Reports that are noise, such as those of browser extensions. */
      filtered: {
        reason: string
        total: number
        /** @description Hours with at least one, oldest first. */
        hours: {
          /** Format: date-time */
          hour: string
          count: number
        }[]
      }[]
    }
    Passkey: {
      id: number
      name: string
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      last_used_at: string | null
      /** @description Whether its provider keeps a copy, for other devices. */
      is_backed_up: boolean
    }
    PasskeyAssertion: {
      /** @description Base64url. */
      id: string
      /** @description Base64url. */
      rawId: string
      /** @enum {string} */
      type: 'public-key'
      response: {
        /** @description Base64url. */
        clientDataJSON: string
        /** @description Base64url. */
        authenticatorData: string
        /** @description Base64url. */
        signature: string
        /** @description Base64url. */
        userHandle?: string | null
      }
    }
    PasskeyAttestation: {
      /** @description Base64url. */
      id: string
      /** @description Base64url. */
      rawId: string
      /** @enum {string} */
      type: 'public-key'
      response: {
        /** @description Base64url. */
        clientDataJSON: string
        /** @description Base64url. */
        attestationObject: string
        transports?: string[] | null
      }
    }
    PasskeyCreation: {
      /** @description Valid once, for five minutes. */
      challenge: string
      timeout: number
      rp: {
        id: string
        name: string
      }
      user: {
        id: string
        name: string
        displayName: string
      }
      pubKeyCredParams: {
        alg: number
        /** @enum {string} */
        type: 'public-key'
      }[]
      excludeCredentials: {
        id: string
        /** @enum {string} */
        type: 'public-key'
        transports?: string[]
      }[]
      authenticatorSelection: {
        /** @enum {string} */
        residentKey: 'preferred'
        requireResidentKey: boolean
        /** @enum {string} */
        userVerification: 'preferred'
      }
      /** @enum {string} */
      attestation: 'none'
    }
    PasskeyList: {
      passkeys: components['schemas']['Passkey'][]
      recovery_codes_left: number
      /** @description Whether BUGLE_URL is an address that can have passkeys. */
      can_add: boolean
    }
    PasskeyLoginBody: {
      credential: components['schemas']['PasskeyAssertion']
    }
    PasskeyOptionsBody: {
      /** @description Needed by a session that is older than an hour. */
      password?: string | null
    }
    PasskeyRequest: {
      /** @description Valid once, for five minutes. */
      challenge: string
      timeout: number
      rpId: string
      /** @enum {string} */
      userVerification: 'required' | 'discouraged'
      allowCredentials: {
        id: string
        /** @enum {string} */
        type: 'public-key'
        transports?: string[]
      }[]
    }
    PersonRequest: {
      id: number
      /** @enum {string} */
      kind: 'export' | 'erasure'
      /** @enum {string} */
      status: 'running' | 'done'
      /** @description Fraction of the project’s events scanned. */
      progress: number
      /** @description Events found and exported or erased so far. */
      events: number
      /** Format: date-time */
      requested_at: string
      requested_by: {
        id: string
        name: string
      } | null
      /** Format: date-time */
      finished_at: string | null
      /** @description For a finished export, while it is kept. */
      download_url: string | null
      /** Format: date-time */
      expires_at: string | null
    }
    PersonRequestPage: {
      requests: components['schemas']['PersonRequest'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    Project: {
      /** @description Opaque; begins with `prj_`. */
      id: string
      /** @description Opaque; begins with `org_`. */
      organization_id: string
      name: string
      app_id: string
      /** @description All bundle identifiers it accepts; the first is `app_id`. */
      app_ids: string[]
      /** @enum {string|null} */
      platform:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
      /** Format: date-time */
      created_at: string
      ingest_token_last4: string
      /** Format: date-time */
      last_event_at: string | null
      unresolved_count: number
      events_24h: number
    }
    ProjectPage: {
      projects: components['schemas']['Project'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    ProjectResponse: {
      project: components['schemas']['Project']
    }
    Push: {
      /** @enum {string} */
      kind: 'webpush' | 'unifiedpush'
      /** @description Host of the push service. */
      service: string
      /** @description Whether messages name the error; otherwise only the project. */
      details: boolean
      /** @enum {string} */
      language: 'en' | 'de'
      quiet_hours: components['schemas']['QuietHours'] | null
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      sent_at: string | null
      /** @description Why the last attempt failed. */
      failure: string | null
    }
    PushDevice: {
      id: number
      /** @description What it says of itself. */
      device: string | null
      /** @enum {string} */
      kind: 'webpush' | 'unifiedpush'
      /** @description Host of the push service. */
      service: string
      /** @description Whether the calling session is the one on this device. */
      is_current: boolean
      /** Format: date-time */
      created_at: string
      /** Format: date-time */
      sent_at: string | null
      /** @description Why the last attempt failed. */
      failure: string | null
      /** Format: date-time */
      lost_at: string | null
    }
    PushDeviceList: {
      devices: components['schemas']['PushDevice'][]
    }
    PushKey: {
      /** @description The applicationServerKey of a subscription: P-256, base64url. */
      public_key: string
    }
    PushResponse: {
      push: components['schemas']['Push'] | null
    }
    PutMonitorBody: {
      /** @description A crontab of five parts, or `every 5 minutes`. */
      schedule: string
      /** @description Of the crontab; `UTC` by default. */
      timezone?: string | null
      /** @description 1 by default. */
      margin_minutes?: number | null
      /** @description 30 by default. */
      max_runtime_minutes?: number | null
      /** @description Where the job is expected to run first; `production` by default. */
      environment?: string | null
    }
    PutReleaseBody: {
      /** @description The dist that was built. */
      dist?: string | null
      /** @enum {string|null} */
      platform?:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
      /** @description A page about the release. */
      url?: string | null
      /**
       * Format: date-time
       * @description When its build began.
       */
      started_at?: string | null
      /**
       * Format: date-time
       * @description When it was published.
       */
      released_at?: string | null
      /** @description Name or address of its repository. */
      repository?: string | null
      /** @description The hash of its last commit. */
      commit?: string | null
      /** @description Branch or tag that it was built from. */
      ref?: string | null
      /** @description The release before it; by default the one that was seen before. */
      previous?: string | null
      /** @description Its commits, the newest first, in place of former ones; the first 20 are kept. */
      commits?: components['schemas']['ReleaseCommit'][] | null
      /** @description An Expo update to add. */
      expo?: {
        /** @description Id of the Expo update. */
        update_id: string
        /** @description Group of the updates of all platforms. */
        group?: string | null
        /** @description Runtime that the update needs. */
        runtime_version?: string | null
        /** @description Channel that it was published on. */
        channel?: string | null
        /** @description Message of the update. */
        message?: string | null
      } | null
    }
    /** @description Nothing is sent between these times; what happened follows as one message. */
    QuietHours: {
      /** @description A time of day, such as `22:00`. */
      from: string
      /** @description A time of day, such as `22:00`. */
      to: string
      /** @description Such as `Europe/Berlin`. */
      time_zone: string
      /** @description Days of the week on which they begin; Monday is 1. By default all. */
      days?: number[] | null
    }
    Readiness: {
      /** @enum {string} */
      status: 'ready'
      /** @description `behind`: the oldest event waits for more than a minute. `failing`: the same events are tried again and again; the log says why. */
      digest: 'ok' | 'behind' | 'failing'
      /** @description Whether the object store responds, if one is set. */
      objects?: 'ok' | 'unavailable'
    }
    /** @description The facts that the sentence names. The code decides which there are. */
    ReasonFacts: {
      /** @description Keys that were looked for, in order. */
      tried?: string[]
      /** @description Uploaded files of the same name. */
      near?: string[]
      /** @description The `--url-prefix` that gives the nearest of them the right address. */
      prefix?: string
      /** @description Positions of the stack that were compared with those of the map. */
      checked?: number
      /** @description Those of them that the map has. */
      at_start?: number
      /** @description Releases, dists, files or methods that were found instead. */
      found?: string[]
      /** @description The uploaded file. */
      file?: string
      /** @description That of the event; omitted if it has none. */
      release?: string
      /** @description That of the event; omitted if it has none. */
      dist?: string
      debug_id?: string
      /** @description Name of the missing map, or the step of Hermes that made it. */
      map?: string
      /** @description `mapping`, `symbol file`, `obfuscation map`; omitted for a source map. */
      what?: string
      /** @description Message of the parser. */
      detail?: string
      /** @description Where the file stops being valid. */
      byte?: number
      line?: number
      column?: number
      /** @description Last line that the map covers. */
      last_line?: number
      /** @description Why the map does not cover the position. */
      cause?: string
      /** @description The source whose text is missing. */
      source?: string
      /** @description Name of the limit. */
      limit?: string
      /** @description Value of the limit. */
      maximum?: number
      /** @description Address of the machine code. */
      address?: number
      /** @description The step that failed. */
      step?: string
    }
    RecoveryCodes: {
      /** @description Each replaces a code once. Shown in this response only. */
      recovery_codes: string[]
    }
    RegenerateBody: {
      /** @description How long the old token stays valid. */
      grace_seconds?: number | null
      /** @description Days until it ends by itself; never without. Its owners get a mail a week before. */
      expires_in_days?: number | null
    }
    RegenerateResponse: {
      /** @description Send it as `X-Service-Token`. Shown at creation and regeneration only. */
      ingest_token: string
      /** Format: date-time */
      previous_expires_at: string
    }
    RegisterBody: {
      /** Format: email */
      email: string
      password: string
      /** @description Display name. */
      name: string
      /** @description The part after `#token=` in the link of an invitation, which is accepted with the account. */
      invitation?: string | null
    }
    RegisterResponse: {
      user: components['schemas']['RegisteredUser']
      /** @description Send it as `Authorization: Bearer <token>`. Shown here only. */
      token: string
    }
    RegisteredUser: {
      /** @description Opaque; begins with `usr_`. */
      id: string
      email: string
      name: string
      /** Format: date-time */
      trial_ends_at: string
    }
    Registration: {
      /** @description Whether anybody may register now. */
      open: boolean
      /** @description Whether there is no account yet: the next one is the first. */
      first: boolean
      /** @description Set if one can log in by an identity provider: GET /api/auth/oidc/start. */
      sso: {
        /** @description How people call it. */
        name: string
      } | null
      /** @description Whether one can log in by a passkey: BUGLE_URL is an address that they need. */
      passkeys: boolean
      /** @description Live sessions of each kind that a user may have; a further login ends the one that was not used for longest. */
      sessions_per_kind: number
    }
    Release: {
      version: string
      /**
       * Format: date-time
       * @description When Bugle first learned of it: by an event, or by its record.
       */
      first_seen: string
      /**
       * Format: date-time
       * @description Hour of its last event; null without events.
       */
      last_seen: string | null
      /** @description Events, each with its `repeat`. */
      count: number
      /** @description Issues whose first event is of this release. */
      new_issues: number
      /** @description Issues that reopened by an event of this release. */
      regressed_issues: number
      /** @description Environments of its events; at most five. */
      environments: string[]
      /** @description The newest deploys; at most five. */
      deploys: {
        environment: string
        /** Format: date-time */
        finished_at: string
      }[]
      /** @description Uploaded files. */
      artifacts: number
      /** @description Whether it was recorded with PUT, and not only seen in events. */
      is_recorded: boolean
      dist: string | null
      platform: string | null
      /** Format: date-time */
      released_at: string | null
      commit: string | null
    }
    ReleaseCommit: {
      /** @description The hash of the commit. */
      id: string
      /** @description Name or address of the repository. */
      repository?: string | null
      /** @description Name of the author. */
      author_name?: string | null
      /** @description E-mail address of the author. */
      author_email?: string | null
      /** @description The message of the commit. */
      message?: string | null
      /** Format: date-time */
      committed_at?: string | null
    }
    ReleaseDeploy: {
      id: number
      environment: string
      name: string | null
      url: string | null
      /** Format: date-time */
      started_at: string | null
      /** Format: date-time */
      finished_at: string
    }
    ReleaseDeployResponse: {
      deploy: components['schemas']['ReleaseDeploy']
    }
    ReleaseDetails: {
      version: string
      /**
       * Format: date-time
       * @description When Bugle first learned of it: by an event, or by its record.
       */
      first_seen: string
      /**
       * Format: date-time
       * @description Hour of its last event; null without events.
       */
      last_seen: string | null
      /** @description Events, each with its `repeat`. */
      count: number
      /** @description Issues whose first event is of this release. */
      new_issues: number
      /** @description Issues that reopened by an event of this release. */
      regressed_issues: number
      /** @description Environments of its events; at most five. */
      environments: string[]
      /** @description The latest first. */
      deploys: components['schemas']['ReleaseDeploy'][]
      /** @description Uploaded files. */
      artifacts: number
      /** @description Whether it was recorded with PUT, and not only seen in events. */
      is_recorded: boolean
      dist: string | null
      platform: string | null
      /** Format: date-time */
      released_at: string | null
      commit: string | null
      url: string | null
      /** Format: date-time */
      started_at: string | null
      repository: string | null
      ref: string | null
      /** Format: date-time */
      recorded_at: string | null
      recorded_by: {
        id: string
        name: string
      } | null
      commits: {
        id: string
        repository: string | null
        author_name: string | null
        author_email: string | null
        message: string | null
        /** Format: date-time */
        committed_at: string | null
      }[]
      /** @description Expo updates, the latest first. */
      updates: components['schemas']['ReleaseUpdate'][]
      /** @description Issues whose first event is of this release. */
      new: {
        count: number
        /** @description Those with most events. */
        issues: components['schemas']['Issue'][]
      }
      /** @description Issues that reopened in an hour in which this release was the newest to report them. */
      regressed: {
        count: number
        /** @description Those with most events. */
        issues: components['schemas']['Issue'][]
      }
      /** @description Events per day (UTC) of the last 30 days with events, oldest first. */
      days: {
        /** Format: date */
        day: string
        count: number
      }[]
      artifacts_by_kind: {
        /** @enum {string} */
        kind: 'source_map' | 'minified_file' | 'source' | 'jvm_mapping' | 'native_symbols' | 'dart_names'
        count: number
        bytes: number
      }[]
      /** @description Different stacks of generated code in its events, by whether source maps resolve them as a whole. */
      stacks: {
        resolved: {
          stacks: number
          events: number
        }
        unresolved: {
          stacks: number
          events: number
        }
      }
      /** @description The release before it, for comparison. */
      previous: {
        version: string
        /** Format: date-time */
        first_seen: string
        count: number
        new_issues: number
      } | null
    }
    ReleaseHealth: {
      /** Format: date-time */
      from: string
      /** Format: date-time */
      to: string
      releases: {
        release: string
        environment: string
        /** @description Sessions that started. */
        sessions: number
        /** @description Sessions with a handled error, and without a worse end. */
        errored: number
        /** @description Sessions with an unhandled error that did not end the program. */
        unhandled: number
        /** @description Sessions that ended without saying so. */
        abnormal: number
        crashed: number
        /** @description 1 − crashed ÷ sessions. */
        crash_free_sessions: number | null
        /** @description Counted exactly up to 10,000 a day. */
        users: number
        /** @description The share of users without a crash. */
        crash_free_users: number | null
        /** @description The share of the sessions of its environment. */
        adoption: number | null
        /** Format: date-time */
        first_seen_at: string
        /** Format: date-time */
        last_seen_at: string
      }[]
    }
    ReleasePage: {
      releases: components['schemas']['Release'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    ReleaseResponse: {
      release: components['schemas']['ReleaseDetails']
    }
    ReleaseUpdate: {
      update_id: string
      group: string | null
      runtime_version: string | null
      channel: string | null
      message: string | null
      /** Format: date-time */
      created_at: string
    }
    RemovePasskeyBody: {
      /** @description The account’s current password. */
      password: string
    }
    RemoveTotpBody: {
      /** @description The account’s current password. */
      password: string
      /** @description Six digits; spaces are ignored. Each code works once. */
      code?: string | null
      /** @description One of the recovery codes; each works once. */
      recovery_code?: string | null
    }
    RenamePasskeyBody: {
      /** @description What its owner calls it. */
      name: string
    }
    ReplaceRecoveryCodesBody: {
      /** @description The account’s current password. */
      password: string
      /** @description Needed where codes of an authenticator app are on. */
      code?: string | null
    }
    ResetPasswordBody: {
      /** @description The part after `#token=` in the mailed link. */
      token: string
      password: string
      /** @description Also deletes the API tokens of the account. */
      end_api_tokens?: boolean | null
    }
    RevokedCount: {
      revoked_count: number
    }
    SearchKeys: {
      keys: string[]
    }
    SearchValues: {
      /** @description Most frequent first, at most 20. Counts cover the last 14 days or, for tags, recent issues. */
      values: {
        value: string
        /** @description As typed, with its key, and quoted where necessary. */
        term: string
        count: number | null
      }[]
    }
    SecondFactorOptionsBody: {
      totp_token: string
    }
    SeenResponse: {
      /** Format: date-time */
      seen_at: string
      /** Format: date-time */
      previous_seen_at: string | null
    }
    SentryErrorBody: {
      /** @description The same as `message`: SDKs print it. */
      detail: string
      /** @enum {string} */
      code:
        | 'malformed_request'
        | 'malformed_body'
        | 'invalid_payload'
        | 'invalid_parameter'
        | 'unsupported_media_type'
        | 'unsupported_encoding'
        | 'request_timeout'
        | 'headers_too_large'
        | 'payload_too_large'
        | 'not_found'
        | 'method_not_allowed'
        | 'rate_limited'
        | 'validation_failed'
        | 'email_taken'
        | 'registration_closed'
        | 'email_confirmed'
        | 'account_disabled'
        | 'unknown_client'
        | 'invalid_credentials'
        | 'unauthenticated'
        | 'session_replaced'
        | 'invalid_totp'
        | 'challenge_expired'
        | 'invalid_passkey'
        | 'sso_off'
        | 'sso_failed'
        | 'sso_expired'
        | 'sso_email_unverified'
        | 'sso_domain'
        | 'sso_taken'
        | 'sso_unreachable'
        | 'sso_required'
        | 'insufficient_scope'
        | 'insufficient_role'
        | 'invitation_for_other'
        | 'already_member'
        | 'sole_owner'
        | 'totp_required'
        | 'origin_mismatch'
        | 'cannot_revoke_current'
        | 'wrong_password'
        | 'password_needed'
        | 'login_code_expired'
        | 'link_expired'
        | 'invalid_link'
        | 'totp_enabled'
        | 'totp_not_enabled'
        | 'passkey_not_accepted'
        | 'passkeys_off'
        | 'push_failed'
        | 'records_full'
        | 'merge_across_projects'
        | 'no_release_known'
        | 'count_changed'
        | 'payload_unavailable'
        | 'chunk_mismatch'
        | 'chunk_not_wanted'
        | 'upload_incomplete'
        | 'upload_too_large'
        | 'too_many_uploads'
        | 'invalid_ingest_token'
        | 'app_id_mismatch'
        | 'origin_not_allowed'
        | 'subscription_inactive'
        | 'storage_full'
        | 'project_storage_full'
        | 'overloaded'
        | 'unavailable'
        | 'internal'
      /** @description For people, and subject to change: branch on the code. */
      message: string
      /** @description Identifies the request in the server’s log. */
      request_id: string
    }
    SentrySettings: {
      /** @description Keeps e-mail address, name, address and whatever else describes a person. The id stays anonymous. */
      keep_user_fields: boolean
      /** @description Keeps the bodies of requests, without the values of secret names. */
      keep_request_body: boolean
      /** @description Removes local variables and the arguments of the program. */
      drop_vars: boolean
      /** @description Values whose name contains one of these are removed, beside those that always are. */
      sensitive_keys: string[]
      /** @description Refuses an event that does not name an app_id of the project, in `contexts.app.app_identifier` or before the version in its release. */
      require_app_id: boolean
    }
    SessionCount: {
      /** @description A UUID that the client chooses: what is sent again counts once. */
      id: string
      started_at: string | number
      exited?: number | null
      errored?: number | null
      unhandled?: number | null
      abnormal?: number | null
      crashed?: number | null
    }
    SessionReport: {
      /** @description A UUID that the client chooses: what is sent again counts once. */
      id: string
      started_at: string | number
      /** @enum {string} */
      status: 'ok' | 'exited' | 'errored' | 'unhandled' | 'abnormal' | 'crashed'
      errors?: number | null
      /** @description Anonymous identifier only. */
      user_id?: string | null
    }
    SessionsAcknowledgement: {
      /** @description Sessions and counts that were taken. */
      accepted: number
      /** @description Those that were not, such as `sessions.3.started_at`, each with its first problem. */
      errors?: {
        [key: string]: string[]
      }
    }
    SimilarIssues: {
      similar: {
        issue: components['schemas']['Issue']
        score: number
        /** @description Similar parts: `message`, `culprit`, `type`. */
        why: string[]
      }[]
    }
    StartIdentityBody: {
      /** @description Your current password. */
      password: string
    }
    StartIdentityResponse: {
      /** @description The provider’s page. */
      url: string
    }
    Stats: {
      /** Format: date-time */
      from: string
      /** Format: date-time */
      to: string
      /** @enum {string} */
      interval: 'minute' | 'hour' | 'day'
      /** @description Start of each bucket, oldest first. */
      buckets: string[]
      series: {
        /** @description A value of the `by` dimension; `all` without it. */
        key: string
        total: number
        /** @description One per bucket. */
        counts: number[]
      }[]
      total: number
      /** @description Releases first seen in the time range, oldest first; the latest 50. */
      releases: {
        version: string
        /** Format: date-time */
        first_seen: string
      }[]
    }
    /** @description Matching issues by status, regardless of the status listed. */
    StatusCounts: {
      unresolved: number
      snoozed: number
      resolved: number
      ignored: number
    }
    SubscribeBody: {
      /** @enum {string} */
      kind: 'webpush' | 'unifiedpush'
      /** @description Address of the push service for this device; https. */
      endpoint: string
      /** @description Public key of the device, base64url. */
      p256dh: string
      /** @description Shared secret of 16 bytes, base64url. */
      auth: string
      details?: boolean | null
      /** @enum {string|null} */
      language?: 'en' | 'de' | null
      quiet_hours?: components['schemas']['QuietHours'] | null
    }
    Subscription: {
      /** @enum {string} */
      status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'expired'
      /** Format: date-time */
      trial_ends_at: string
      /** @enum {string} */
      plan: 'monthly' | 'yearly' | 'self_hosted'
      /** @description Whether billing is on. Without billing nothing is ever locked. */
      billed: boolean
    }
    SymbolicateBody: {
      /** @description As in an event: text, lines or frames. */
      stack:
        | string
        | (
            | string
            | {
                [key: string]: unknown
              }
          )[]
      /** @enum {string|null} */
      platform?:
        | 'ios'
        | 'android'
        | 'web'
        | 'macos'
        | 'windows'
        | 'linux'
        | 'node'
        | 'php'
        | 'python'
        | 'ruby'
        | 'go'
        | 'java'
        | 'dotnet'
        | 'rust'
        | 'elixir'
        | 'other'
        | null
      /** @description Message of the error, which stacks may repeat. */
      message?: string | null
      release?: string | null
      dist?: string | null
      debug_meta?: {
        [key: string]: unknown
      } | null
      contexts?: {
        [key: string]: unknown
      } | null
    }
    SymbolicateResponse: {
      /** @description Innermost call first. */
      frames: components['schemas']['FrameView'][]
    }
    Symbolication: {
      /** @enum {string} */
      state: 'resolved' | 'unresolved'
      /**
       * @description The rule that found the source map or debug file: the debug id, the Expo update, release and address, a hashed file name that one map alone has, the end of the path within the release, the name if one file alone of the release has it, or the release alone.
       * @enum {string}
       */
      by?: 'debug_id' | 'update' | 'url' | 'hashed_name' | 'suffix' | 'name' | 'release'
      artifact_id?: number
      function?: string
      /** @description Owner of the function: the class. */
      module?: string
      /** @description Path of the source. */
      file?: string
      line?: number
      column?: number
      in_app?: boolean
      /** @description The compiler inlined this call into the next one: the stack has one frame for both. */
      is_inlined?: boolean
      context_line?: string
      pre_context?: string[]
      post_context?: string[]
      reason?: components['schemas']['FrameReason']
    }
    TagCounts: {
      key: string
      total: number
      /** @description Events whose value is in the overflow bucket. */
      other: number
      values: {
        value: string
        count: number
      }[]
    }
    Team: {
      /** @description Opaque; begins with `tea_`. */
      id: string
      name: string
      /** Format: date-time */
      created_at: string
      members: {
        /** @description Opaque; begins with `usr_`. */
        id: string
        name: string
        is_lead: boolean
        /** @enum {string} */
        source: 'member' | 'oidc'
      }[]
      /** @description Projects of the team that you see. */
      project_ids: string[]
    }
    TeamBody: {
      /** @description What people call it. */
      name: string
    }
    TeamList: {
      teams: components['schemas']['Team'][]
    }
    TeamMemberBody: {
      /** @description Leads add members to their team and remove them. */
      is_lead?: boolean | null
    }
    TeamResponse: {
      team: components['schemas']['Team']
    }
    ThreadView: {
      id: string
      name: string | null
      crashed: boolean
      current: boolean
      frames: components['schemas']['FrameView'][]
    }
    TotpChallenge: {
      /** @enum {boolean} */
      requires_totp: true
      /** @description For POST /api/auth/login/totp: 5 minutes, 5 tries, one success. */
      totp_token: string
      /** @description The second factors of an account with a passkey; without the field it is a code. */
      factors?: ('totp' | 'passkey')[]
    }
    TotpEnrolment: {
      /** @description Base32, for manual entry. */
      secret: string
      otpauth_url: string
      /** @description The same URL as a QR code. */
      qr_svg: string
    }
    TotpState: {
      enabled: boolean
      /** Format: date-time */
      confirmed_at: string | null
      recovery_codes_left: number
    }
    UndoResponse: {
      restored_count: number
      /** @description Their current state; at most 500. */
      issues: components['schemas']['Issue'][]
    }
    UnmergeResponse: {
      issue: components['schemas']['Issue']
      unmerged: components['schemas']['Issue'][]
      /** @description For `POST /api/undo/{id}`, within seven days. */
      undo_id: string
    }
    UploadFile: {
      /** @description Name of the file. */
      name: string
      /** @description Bytes, uncompressed. */
      size: number
      /** @description Of the uncompressed file, in hex. */
      sha256: string
      /** @description Address of the generated file; by default `~/` and the name, without `.map`. `~` is any origin. */
      url?: string | null
      /** @description A UUID, with or without hyphens. */
      debug_id?: string | null
      /**
       * @description By default what the name and the first bytes say.
       * @enum {string|null}
       */
      kind?: 'source_map' | 'minified_file' | 'source' | 'jvm_mapping' | 'native_symbols' | 'dart_names' | null
      /** @description Of each `chunk_bytes` bytes of the file, in order; the last chunk is the rest. */
      chunks: string[]
    }
    UploadProgress: {
      upload_id: number
      /**
       * @description `done` when no file is waiting or being indexed.
       * @enum {string}
       */
      state: 'receiving' | 'processing' | 'done'
      files: components['schemas']['UploadProgressFile'][]
      /** @description Of all files, uncompressed. */
      bytes: number
      /** @description Chunks that were not received yet. */
      missing: string[]
      /** Format: date-time */
      expires_at: string
    }
    UploadProgressFile: {
      name: string
      /** @description sha256 in hex. */
      sha256: string
      /**
       * @description `waiting` for its chunks, or to be stored; `indexing`: stored; `accepted`: it can be used; `duplicate`: it was there already.
       * @enum {string}
       */
      state: 'waiting' | 'indexing' | 'accepted' | 'duplicate' | 'ignored' | 'failed'
      artifact_id: number | null
      reason: components['schemas']['ArtifactReason'] | null
    }
    UploadResponse: {
      files: components['schemas']['UploadedFile'][]
    }
    UploadedFile: {
      name: string
      /** @description Of the uncompressed content, in hex. */
      sha256: string
      /** @enum {string} */
      state: 'accepted' | 'duplicate' | 'ignored'
      /** @description Null if the file was ignored. */
      artifact_id: number | null
      reason: components['schemas']['ArtifactReason'] | null
    }
    UseLoginCodeBody: {
      code: string
    }
    User: {
      /** @description Opaque; begins with `usr_`. */
      id: string
      email: string
      name: string
    }
    UserResponse: {
      user: components['schemas']['User']
    }
    View: {
      /** @description Opaque; begins with `viw_`. */
      id: string
      name: string
      /** @description Null for all projects. */
      project_id: string | null
      /** @description The organization that it is shared with; null if its author alone sees it. */
      organization_id: string | null
      author: {
        id: string
        name: string
      } | null
      /** @description Whether your role lets you change and delete it. */
      may_change: boolean
      filter: {
        /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
        query?: string
        /**
         * @description `unresolved`, unless `query` names a status.
         * @enum {string}
         */
        status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all'
        /**
         * @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`.
         * @enum {string}
         */
        sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count'
        /** @description Issues with events of it; counts are of those. */
        environment?: string
        /** @description Issues with events of it; counts are of those. */
        release?: string
        /**
         * @description Issues with events of it; counts are of those.
         * @enum {string}
         */
        platform?:
          | 'ios'
          | 'android'
          | 'web'
          | 'macos'
          | 'windows'
          | 'linux'
          | 'node'
          | 'php'
          | 'python'
          | 'ruby'
          | 'go'
          | 'java'
          | 'dotnet'
          | 'rust'
          | 'elixir'
          | 'other'
        /** @enum {string} */
        level?: 'fatal' | 'error' | 'warning' | 'info'
        /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
        assignee?: string
        /**
         * Format: date-time
         * @description Issues with events since then; counts are of those.
         */
        from?: string
        /**
         * Format: date-time
         * @description Issues with events before.
         */
        to?: string
      }
      /** Format: date-time */
      created_at: string
    }
    ViewPage: {
      views: components['schemas']['View'][]
      /** @description Send it as `cursor` for the next page; null on the last one. */
      next_cursor: string | null
    }
    ViewResponse: {
      view: components['schemas']['View']
    }
  }
  responses: {
    /** @description Bad Gateway; `x-codes` of the operation has the codes. */
    BadGateway: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Bad Request; `x-codes` of the operation has the codes. */
    BadRequest: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Conflict; `x-codes` of the operation has the codes. */
    Conflict: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Forbidden; `x-codes` of the operation has the codes. */
    Forbidden: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Gone; `x-codes` of the operation has the codes. */
    Gone: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Internal Server Error; `x-codes` of the operation has the codes. */
    InternalServerError: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Not Found; `x-codes` of the operation has the codes. */
    NotFound: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Payload Too Large; `x-codes` of the operation has the codes. */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Payment Required; `x-codes` of the operation has the codes. */
    PaymentRequired: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Bad Request; `x-codes` of the operation has the codes. */
    SentryBadRequest: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Forbidden; `x-codes` of the operation has the codes. */
    SentryForbidden: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Internal Server Error; `x-codes` of the operation has the codes. */
    SentryInternalServerError: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Payload Too Large; `x-codes` of the operation has the codes. */
    SentryPayloadTooLarge: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Service Unavailable; `x-codes` of the operation has the codes. */
    SentryServiceUnavailable: {
      headers: {
        /** @description Seconds to wait before the next attempt. */
        'Retry-After'?: string
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Too Many Requests; `x-codes` of the operation has the codes. */
    SentryTooManyRequests: {
      headers: {
        /** @description Seconds to wait before the next attempt. */
        'Retry-After'?: string
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Unauthorized; `x-codes` of the operation has the codes. */
    SentryUnauthorized: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Unsupported Media Type; `x-codes` of the operation has the codes. */
    SentryUnsupportedMediaType: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['SentryErrorBody']
      }
    }
    /** @description Service Unavailable; `x-codes` of the operation has the codes. */
    ServiceUnavailable: {
      headers: {
        /** @description Seconds to wait before the next attempt. */
        'Retry-After'?: string
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Too Many Requests; `x-codes` of the operation has the codes. */
    TooManyRequests: {
      headers: {
        /** @description Seconds to wait before the next attempt. */
        'Retry-After'?: string
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Unauthorized; `x-codes` of the operation has the codes. */
    Unauthorized: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Unprocessable Entity; `x-codes` of the operation has the codes. */
    UnprocessableEntity: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
    /** @description Unsupported Media Type; `x-codes` of the operation has the codes. */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['ErrorBody']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getHealthz: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Check that the process is alive */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Health']
        }
      }
      400: components['responses']['BadRequest']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getReadyz: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Check that requests are accepted */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Readiness']
        }
      }
      400: components['responses']['BadRequest']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOperator: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the state of the installation */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatorOverview']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOperatorUsers: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List all accounts, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatorUserPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOperatorOrganizations: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List all organizations, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OperatorOrganizationPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getSdkLoader: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the address and the digest of the loader */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Loader']
        }
      }
      400: components['responses']['BadRequest']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAuthMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the current user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Me']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeAudit: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the audit trail of your account, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeMails: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get your mail settings */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailChoicesResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchMeMails: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMailChoicesBody']
      }
    }
    responses: {
      /** @description Update your mail settings */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailChoicesResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DeleteMeBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMeBody']
      }
    }
    responses: {
      /** @description Change your name */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePasswordBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeEmail: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeEmailBody']
      }
    }
    responses: {
      /** @description Request a new e-mail address; the old one stays until the new one is confirmed */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeEmailConfirmation: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Resend the mail that confirms your e-mail address */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthEmailConfirm: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmEmailBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthPasswordForgot: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ForgotPasswordBody']
      }
    }
    responses: {
      /** @description Request a link to reset the password */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailResponse']
        }
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthPasswordReset: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetPasswordBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthPasswordResetTokens: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ListResetTokensBody']
      }
    }
    responses: {
      /** @description List the API tokens of the account that a mailed link resets */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiTokenList']
        }
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeTokens: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List your sessions, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AccessTokenList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMeTokensById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMeTokensOthers: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description End all your other sessions */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RevokedCount']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeApiTokens: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List your API tokens, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiTokenPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeApiTokens: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiTokenBody']
      }
    }
    responses: {
      /** @description Create an API token for a program */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateApiTokenResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMeApiTokensById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the state of the second factor */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TotpState']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['EnrolTotpBody']
      }
    }
    responses: {
      /** @description Start setting up a second factor */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TotpEnrolment']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMeTotp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RemoveTotpBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeTotpConfirm: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmTotpBody']
      }
    }
    responses: {
      /** @description Confirm the second factor with a first code */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecoveryCodes']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeTotpRecoveryCodes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceRecoveryCodesBody']
      }
    }
    responses: {
      /** @description Replace the recovery codes */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RecoveryCodes']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMePasskeys: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List your passkeys, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePasskeys: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AddPasskeyBody']
      }
    }
    responses: {
      /** @description Add a passkey */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AddPasskeyResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePasskeysOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyOptionsBody']
      }
    }
    responses: {
      /** @description Get what a browser needs to create a passkey */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyCreation']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMePasskeysById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RemovePasskeyBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchMePasskeysById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RenamePasskeyBody']
      }
    }
    responses: {
      /** @description Rename a passkey */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Passkey']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthRegister: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RegisterBody']
      }
    }
    responses: {
      /** @description Create an account and start its trial */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RegisterResponse']
        }
      }
      400: components['responses']['BadRequest']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAuthRegistration: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Check whether accounts can be created */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Registration']
        }
      }
      400: components['responses']['BadRequest']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLogin: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginBody']
      }
    }
    responses: {
      /** @description Log in, ending the previous session of the same kind */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginOutcome']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLoginTotp: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginTotpBody']
      }
    }
    responses: {
      /** @description Complete a login with the second factor */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeLinks: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLoginCodeBody']
      }
    }
    responses: {
      /** @description Create a code that signs in another client */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginCode']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLink: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UseLoginCodeBody']
      }
    }
    responses: {
      /** @description Log in with a code that another session created */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLogout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthPasskeyOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get what a browser needs to log in by a passkey */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyRequest']
        }
      }
      400: components['responses']['BadRequest']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthPasskey: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PasskeyLoginBody']
      }
    }
    responses: {
      /** @description Log in by a passkey alone */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLoginPasskeyOptions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SecondFactorOptionsBody']
      }
    }
    responses: {
      /** @description Get what a browser needs to complete a login with a passkey */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PasskeyRequest']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthLoginPasskey: {
    parameters: {
      query?: never
      header?: {
        /** @description Kind of session: `cli`, `mobile` (default) or `web`. Pages of kind web and mobile also get a cookie. */
        'x-service-client'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginPasskeyBody']
      }
    }
    responses: {
      /** @description Complete a login with a passkey as the second factor */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAuthOidcStart: {
    parameters: {
      query?: {
        client?: 'cli' | 'mobile' | 'web'
        /** @description Where a program waits for the code. */
        redirect?: string
        /** @description The base64url sha256 of the verifier of a program. */
        challenge?: string
        /** @description Path of the dashboard to open afterwards. */
        next?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A redirect. */
      302: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAuthOidcCallback: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A redirect. */
      302: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthOidcFinish: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['FinishSsoBody']
      }
    }
    responses: {
      /** @description Finish a login of a command line or an app */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LoginOutcome']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postAuthOidcLink: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkSsoBody']
      }
    }
    responses: {
      /** @description Link an identity to the account that has its e-mail address */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LinkSsoResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeIdentities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the identities that are linked to your account */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IdentityList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMeIdentities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['StartIdentityBody']
      }
    }
    responses: {
      /** @description Start linking an identity to your account */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['StartIdentityResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMeIdentitiesById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizations: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List your organizations, in the order of joining */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizations: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrganizationBody']
      }
    }
    responses: {
      /** @description Create an organization that you own */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get an organization */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['DeleteOrganizationBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchOrganizationsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeOrganizationBody']
      }
    }
    responses: {
      /** @description Update an organization */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdMembers: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the members of an organization by name */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MemberList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdMembersByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchOrganizationsByIdMembersByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMemberBody']
      }
    }
    responses: {
      /** @description Change the role of a member */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MemberResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdLeave: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdTeams: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the teams of an organization by name */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TeamList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdTeams: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TeamBody']
      }
    }
    responses: {
      /** @description Create a team */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TeamResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdTeamsByTeam_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchOrganizationsByIdTeamsByTeam_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TeamBody']
      }
    }
    responses: {
      /** @description Rename a team */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TeamResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putOrganizationsByIdTeamsByTeam_idMembersByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TeamMemberBody']
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdTeamsByTeam_idMembersByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putOrganizationsByIdTeamsByTeam_idProjectsByProject_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
        /** @description Opaque id. */
        project_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdTeamsByTeam_idProjectsByProject_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        team_id: string
        /** @description Opaque id. */
        project_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdInvitations: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List invitations, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InvitationList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdInvitations: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationBody']
      }
    }
    responses: {
      /** @description Invite somebody */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateInvitationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdInvitationsByInvitation_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        invitation_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postInvitationsView: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationTokenBody']
      }
    }
    responses: {
      /** @description Get an invitation by its link */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['InvitationView']
        }
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postInvitationsAccept: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationTokenBody']
      }
    }
    responses: {
      /** @description Accept an invitation */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdTokens: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the tokens of an organization, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationTokenList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdTokens: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrganizationTokenBody']
      }
    }
    responses: {
      /** @description Create a token of the organization, for programs */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateOrganizationTokenResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdTokensByToken_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        token_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdAudit: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Id of a user. */
        actor?: string
        /** @description An action, or the part before its dot: `member`. */
        action?: string
        from?: string
        to?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the audit trail of an organization, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['OrganizationAuditPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdAuditCsv: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Id of a user. */
        actor?: string
        /** @description An action, or the part before its dot: `member`. */
        action?: string
        from?: string
        to?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Lines of CSV with a head. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/csv': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjects: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List projects, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProjectPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjects: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateProjectBody']
      }
    }
    responses: {
      /** @description Create a project */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateProjectResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get a project */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProjectResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchProjectsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeProjectBody']
      }
    }
    responses: {
      /** @description Update a project */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProjectResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdRegenerate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RegenerateBody']
      }
    }
    responses: {
      /** @description Replace the ingest token */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RegenerateResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdIngestTokens: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List live ingest tokens with their traffic */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IngestTokens']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdDsnKeys: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the DSNs of a project with their traffic */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DsnKeys']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdDsnKeys: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateDsnKeyBody']
      }
    }
    responses: {
      /** @description Add a DSN */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DsnKey']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdDsnKeysByKey_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        key_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchProjectsByIdDsnKeysByKey_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        key_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeDsnKeyBody']
      }
    }
    responses: {
      /** @description Update a DSN */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DsnKey']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdSentrySettings: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the settings for events of Sentry’s SDKs */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SentrySettings']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchProjectsByIdSentrySettings: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeSentrySettingsBody']
      }
    }
    responses: {
      /** @description Update the settings for events of Sentry’s SDKs */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SentrySettings']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdUploads: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BeginUploadBody']
      }
    }
    responses: {
      /** @description Begin or resume an upload in chunks */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BeginUploadResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdUploadsByUpload_idFinish: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        upload_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Finish an upload whose chunks are all there */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadProgress']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdUploadsByUpload_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        upload_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the progress of an upload */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadProgress']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdArtifacts: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        release?: string
        debug_id?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List artifacts, the latest upload first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ArtifactPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdArtifacts: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Upload source maps */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdArtifactsByArtifact_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        artifact_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get an artifact’s state */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ArtifactResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdArtifactsByArtifact_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        artifact_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdArtifactsByArtifact_idOriginal: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        artifact_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Download an artifact as it was uploaded */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/octet-stream': unknown
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      410: components['responses']['Gone']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssues: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
        query?: string
        /** @description `unresolved`, unless `query` names a status. */
        status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all'
        /** @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`. */
        sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count'
        /** @description Issues with events of it; counts are of those. */
        environment?: string
        /** @description Issues with events of it; counts are of those. */
        release?: string
        /** @description Issues with events of it; counts are of those. */
        platform?:
          | 'ios'
          | 'android'
          | 'web'
          | 'macos'
          | 'windows'
          | 'linux'
          | 'node'
          | 'php'
          | 'python'
          | 'ruby'
          | 'go'
          | 'java'
          | 'dotnet'
          | 'rust'
          | 'elixir'
          | 'other'
        level?: 'fatal' | 'error' | 'warning' | 'info'
        /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
        assignee?: string
        /** @description Issues with events since then; counts are of those. */
        from?: string
        /** @description Issues with events before. */
        to?: string
        sparkline?: '24h' | '14d'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List and search the issues of all projects */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssuePage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdIssues: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
        query?: string
        /** @description `unresolved`, unless `query` names a status. */
        status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all'
        /** @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`. */
        sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count'
        /** @description Issues with events of it; counts are of those. */
        environment?: string
        /** @description Issues with events of it; counts are of those. */
        release?: string
        /** @description Issues with events of it; counts are of those. */
        platform?:
          | 'ios'
          | 'android'
          | 'web'
          | 'macos'
          | 'windows'
          | 'linux'
          | 'node'
          | 'php'
          | 'python'
          | 'ruby'
          | 'go'
          | 'java'
          | 'dotnet'
          | 'rust'
          | 'elixir'
          | 'other'
        level?: 'fatal' | 'error' | 'warning' | 'info'
        /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
        assignee?: string
        /** @description Issues with events since then; counts are of those. */
        from?: string
        /** @description Issues with events before. */
        to?: string
        sparkline?: '24h' | '14d'
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List and search the issues of a project */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssuePage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdIssuesCsv: {
    parameters: {
      query?: {
        /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
        query?: string
        /** @description `unresolved`, unless `query` names a status. */
        status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all'
        /** @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`. */
        sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count'
        /** @description Issues with events of it; counts are of those. */
        environment?: string
        /** @description Issues with events of it; counts are of those. */
        release?: string
        /** @description Issues with events of it; counts are of those. */
        platform?:
          | 'ios'
          | 'android'
          | 'web'
          | 'macos'
          | 'windows'
          | 'linux'
          | 'node'
          | 'php'
          | 'python'
          | 'ruby'
          | 'go'
          | 'java'
          | 'dotnet'
          | 'rust'
          | 'elixir'
          | 'other'
        level?: 'fatal' | 'error' | 'warning' | 'info'
        /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
        assignee?: string
        /** @description Issues with events since then; counts are of those. */
        from?: string
        /** @description Issues with events before. */
        to?: string
        sparkline?: '24h' | '14d'
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Lines of CSV with a head. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/csv': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesById: {
    parameters: {
      query?: {
        /** @description Any of latest_event, stats and tags, separated by commas, to load a screen in one response. */
        include?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get an issue */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssueResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteIssuesById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchIssuesById: {
    parameters: {
      query?: never
      header?: {
        /** @description Any text that names this change: a retry with it changes nothing and gets the same `undo_id`, for as long as the change can be undone. */
        'idempotency-key'?: string
      }
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string|null} */
          status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | null
          /** @description Location of the fix. Sets the status to `resolved`; defaults to `now`. */
          resolved_in?: {
            /** @enum {string} */
            mode: 'now' | 'next_release' | 'release'
            /** @description For `release`. */
            release?: string | null
          } | null
          /** @description Conditions that reopen the issue, whichever comes first. Sets the status to `snoozed`. */
          snooze?: {
            /** Format: date-time */
            until?: string | null
            /** @description Until this many more events. */
            events?: number | null
            /** @description Until this many more users. */
            users?: number | null
          } | null
          /** @description A `usr_…` who sees the project, a `tea_…` that has it, or null. */
          assignee_id?: string | null
          /** @enum {string|null} */
          level?: 'fatal' | 'error' | 'warning' | 'info' | null
        }
      }
    }
    responses: {
      /** @description Update an issue */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ChangeIssueResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdTags: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Count the events of an issue by tag */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssueTags']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdActivity: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the activity of an issue, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ActivityPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdAssignees: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List members and teams whom issues can be assigned to */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AssigneeList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdComments: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the comments on an issue, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CommentPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIssuesByIdComments: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Plain text, shown verbatim. */
          text: string
          /** @description Ids of members (`usr_…`) who see the project, and of teams (`tea_…`) that have it: they get a mail about the comment. */
          mentions?: string[] | null
        }
      }
    }
    responses: {
      /** @description Comment on an issue */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CommentResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIssuesBulk: {
    parameters: {
      query?: never
      header?: {
        /** @description Any text that names this change: a retry with it changes nothing and gets the same `undo_id`, for as long as the change can be undone. */
        'idempotency-key'?: string
      }
      path?: never
      cookie?: never
    }
    /** @description Either `ids`, or `query` with `expected_count`: then every issue that the same list request returns, up to 10,000; more with `in_portions`. */
    requestBody: {
      content: {
        'application/json': {
          ids?: string[] | null
          /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
          query?: string | null
          /**
           * @description `unresolved`, unless `query` names a status.
           * @enum {string|null}
           */
          status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all' | null
          /** @description Issues with events of it; counts are of those. */
          environment?: string | null
          /** @description Issues with events of it; counts are of those. */
          release?: string | null
          /**
           * @description Issues with events of it; counts are of those.
           * @enum {string|null}
           */
          platform?:
            | 'ios'
            | 'android'
            | 'web'
            | 'macos'
            | 'windows'
            | 'linux'
            | 'node'
            | 'php'
            | 'python'
            | 'ruby'
            | 'go'
            | 'java'
            | 'dotnet'
            | 'rust'
            | 'elixir'
            | 'other'
            | null
          /** @enum {string|null} */
          level?: 'fatal' | 'error' | 'warning' | 'info' | null
          /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
          assignee?: string | null
          /**
           * Format: date-time
           * @description Issues with events since then; counts are of those.
           */
          from?: string | null
          /**
           * Format: date-time
           * @description Issues with events before.
           */
          to?: string | null
          /** @description With `query`: limits it to this project. */
          project_id?: string | null
          /** @description With `query`: the count shown in the list. Deviations up to 5 % are accepted. */
          expected_count?: number | null
          /** @description With `query`: changes up to 10,000 issues and returns `next_after` where more match; the next request continues there. */
          in_portions?: boolean | null
          /** @description With `in_portions`: `next_after` of the former portion; missing for the first. */
          after?: string | null
          patch: {
            /** @enum {string|null} */
            status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | null
            /** @description Location of the fix. Sets the status to `resolved`; defaults to `now`. */
            resolved_in?: {
              /** @enum {string} */
              mode: 'now' | 'next_release' | 'release'
              /** @description For `release`. */
              release?: string | null
            } | null
            /** @description Conditions that reopen the issue, whichever comes first. Sets the status to `snoozed`. */
            snooze?: {
              /** Format: date-time */
              until?: string | null
              /** @description Until this many more events. */
              events?: number | null
              /** @description Until this many more users. */
              users?: number | null
            } | null
            /** @description A `usr_…` who sees the project, a `tea_…` that has it, or null. */
            assignee_id?: string | null
            /** @enum {string|null} */
            level?: 'fatal' | 'error' | 'warning' | 'info' | null
          }
        }
      }
    }
    responses: {
      /** @description Update many issues at once */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdSimilar: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List similar issues, as candidates for a merge */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SimilarIssues']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdChanges: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Explain what changed: start, release, rate against the usual, distinctive tag values */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssueChanges']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIssuesByIdMerge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Issues to merge into this one. Their ids then refer to it. */
          ids: string[]
        }
      }
    }
    responses: {
      /** @description Merge other issues into this one */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MergeResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIssuesByIdUnmerge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Fingerprints of this issue, but not all of them. Each becomes an issue of its own. */
          fingerprints: string[]
        }
      }
    }
    responses: {
      /** @description Split fingerprints off an issue */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UnmergeResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postUndoById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Undo a decision */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UndoResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdFingerprints: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the fingerprints of an issue, most frequent first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FingerprintPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdSearchKeys: {
    parameters: {
      query?: {
        /** @description Only values that contain this text, ignoring case. */
        q?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Suggest keys of the search language */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchKeys']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdSearchValues: {
    parameters: {
      query: {
        /** @description One of the keys. */
        key: string
        /** @description Only values that contain this text, ignoring case. */
        q?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Suggest values of a key of the search language */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchValues']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getViews: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List your saved views and those shared with you, oldest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ViewPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postViews: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description For those who see the view. */
          name: string
          project_id?: string | null
          /** @description An `org_…`: its members who see the project see the view, too; if no project is named, those who see any. */
          organization_id?: string | null
          filter: {
            /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
            query?: string | null
            /**
             * @description `unresolved`, unless `query` names a status.
             * @enum {string|null}
             */
            status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all' | null
            /**
             * @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`.
             * @enum {string|null}
             */
            sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count' | null
            /** @description Issues with events of it; counts are of those. */
            environment?: string | null
            /** @description Issues with events of it; counts are of those. */
            release?: string | null
            /**
             * @description Issues with events of it; counts are of those.
             * @enum {string|null}
             */
            platform?:
              | 'ios'
              | 'android'
              | 'web'
              | 'macos'
              | 'windows'
              | 'linux'
              | 'node'
              | 'php'
              | 'python'
              | 'ruby'
              | 'go'
              | 'java'
              | 'dotnet'
              | 'rust'
              | 'elixir'
              | 'other'
              | null
            /** @enum {string|null} */
            level?: 'fatal' | 'error' | 'warning' | 'info' | null
            /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
            assignee?: string | null
            /**
             * Format: date-time
             * @description Issues with events since then; counts are of those.
             */
            from?: string | null
            /**
             * Format: date-time
             * @description Issues with events before.
             */
            to?: string | null
          }
        }
      }
    }
    responses: {
      /** @description Save a view */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ViewResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteViewsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchViewsById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description For those who see the view. */
          name?: string | null
          /** @description An `org_…`: its members who see the project see the view, too; if no project is named, those who see any. Null gives it back to its author. */
          organization_id?: string | null
          filter?: {
            /** @description Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not. */
            query?: string | null
            /**
             * @description `unresolved`, unless `query` names a status.
             * @enum {string|null}
             */
            status?: 'unresolved' | 'snoozed' | 'resolved' | 'ignored' | 'all' | null
            /**
             * @description Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`.
             * @enum {string|null}
             */
            sort?: 'last_seen' | 'first_seen' | 'events' | 'users' | 'change' | 'count' | null
            /** @description Issues with events of it; counts are of those. */
            environment?: string | null
            /** @description Issues with events of it; counts are of those. */
            release?: string | null
            /**
             * @description Issues with events of it; counts are of those.
             * @enum {string|null}
             */
            platform?:
              | 'ios'
              | 'android'
              | 'web'
              | 'macos'
              | 'windows'
              | 'linux'
              | 'node'
              | 'php'
              | 'python'
              | 'ruby'
              | 'go'
              | 'java'
              | 'dotnet'
              | 'rust'
              | 'elixir'
              | 'other'
              | null
            /** @enum {string|null} */
            level?: 'fatal' | 'error' | 'warning' | 'info' | null
            /** @description `me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`. */
            assignee?: string | null
            /**
             * Format: date-time
             * @description Issues with events since then; counts are of those.
             */
            from?: string | null
            /**
             * Format: date-time
             * @description Issues with events before.
             */
            to?: string | null
          } | null
        }
      }
    }
    responses: {
      /** @description Change a saved view */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ViewResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putProjectsByIdSeen: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Mark a project as seen */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeenResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getEventsById: {
    parameters: {
      query?: {
        raw?: '0' | '1'
        /** @description Terms of a search with the keys `level platform release environment user tag.KEY has`; `!` before a term means not. `previous_id` and `next_id` then refer to matching events, if one is found among the nearest events, and `position` is null. */
        query?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get an event */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['EventResponse']
            | {
                [key: string]: unknown
              }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      410: components['responses']['Gone']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdEventsByClient_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        client_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Find an event by the id that its SDK gave it */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getEventsByIdScreenshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The JPEG. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/jpeg': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getEventsByIdAttachmentsByNumber: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        number: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/octet-stream': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdEvents: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Terms of a search with the keys `level platform release environment user tag.KEY has`; `!` before a term means not. A page may then contain few events or none; further ones follow as long as `next_cursor` is not null. */
        query?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the events of an issue, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdEventsCsv: {
    parameters: {
      query?: {
        /** @description Terms of a search with the keys `level platform release environment user tag.KEY has`; `!` before a term means not. */
        query?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Lines of CSV with a head. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/csv': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdEventsLatest: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the latest event of an issue */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdEventsOldest: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the oldest event of an issue */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getIssuesByIdStats: {
    parameters: {
      query?: {
        from?: string
        to?: string
        /** @description `minute` counts the events that are stored, over at most three of the last 24 hours; the response is by hour when there are more than 200,000. */
        interval?: 'minute' | 'hour' | 'day'
        /** @description IANA time zone of day boundaries, such as `Europe/Berlin`; UTC by default. */
        tz?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Count the events of an issue over time */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Stats']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdStats: {
    parameters: {
      query?: {
        from?: string
        to?: string
        /** @description `minute` counts the events that are stored, over at most three of the last 24 hours; the response is by hour when there are more than 200,000. */
        interval?: 'minute' | 'hour' | 'day'
        by?: 'level' | 'release' | 'environment' | 'platform'
        /** @description IANA time zone of day boundaries, such as `Europe/Berlin`; UTC by default. */
        tz?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Count the events of a project over time */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Stats']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdOutcomes: {
    parameters: {
      query?: {
        from?: string
        to?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Count events that were not stored, by reason and hour */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Outcomes']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getEventsByIdSymbolication: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Explain how an event’s frames were resolved, or why not */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['EventSymbolication']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdSymbolicate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SymbolicateBody']
      }
    }
    responses: {
      /** @description Resolve a stack without storing it */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SymbolicateResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdReleases: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the releases of events and of builds, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReleasePage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdReleasesByVersion: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        version: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get a release: what is new and regressed in it, its events and artifacts */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReleaseResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putProjectsByIdReleasesByVersion: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        version: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PutReleaseBody']
      }
    }
    responses: {
      /** @description Create or update the record of a release */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReleaseResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdReleasesByVersion: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        version: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdReleasesByVersionDeploys: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        version: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AddDeployBody']
      }
    }
    responses: {
      /** @description Record a deploy of a release */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReleaseDeployResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdReleasesByVersionArtifacts: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        version: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Delete the artifacts of a release */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeleteArtifactsResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdPeople: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List exports and erasures of people, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PersonRequestPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdPeopleByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Export all events of an anonymous user id */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExportResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdPeopleByUser_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Erase all events of an anonymous user id */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErasureResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdPeopleByUser_idEvents: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        user_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Lines of JSON. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdReleaseHealth: {
    parameters: {
      query?: {
        from?: string
        to?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get sessions and crash-free rates by release */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReleaseHealth']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdMonitors: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List monitors of scheduled jobs */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MonitorList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdMonitorsBySlug: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get a monitor with its newest check-ins */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putProjectsByIdMonitorsBySlug: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        slug: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PutMonitorBody']
      }
    }
    responses: {
      /** @description Make a monitor before its first check-in, or change its schedule */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Monitor']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdMonitorsBySlug: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdFeedback: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        /** @description Only feedback about events of this issue. */
        issue_id?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List feedback, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FeedbackPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteProjectsByIdFeedbackByFeedback_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        feedback_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getStream: {
    parameters: {
      query?: {
        /** @description Same as the `Last-Event-ID` header, which browsers do not send on the first connection. */
        last_event_id?: string
      }
      header?: {
        /** @description Browsers send it. */
        'last-event-id'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Server-sent events until the client disconnects. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdStream: {
    parameters: {
      query?: {
        /** @description Same as the `Last-Event-ID` header, which browsers do not send on the first connection. */
        last_event_id?: string
      }
      header?: {
        /** @description Browsers send it. */
        'last-event-id'?: string
      }
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Server-sent events until the client disconnects. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getProjectsByIdNotifications: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get notification settings for new and regressed issues */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NotificationsResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchProjectsByIdNotifications: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          project?: {
            /** @enum {string|null} */
            new_issues?: 'on' | 'off' | 'default' | null
            /** @enum {string|null} */
            regressed_issues?: 'on' | 'off' | 'default' | null
          } | null
          own?: {
            /** @enum {string|null} */
            new_issues?: 'on' | 'off' | 'default' | null
            /** @enum {string|null} */
            regressed_issues?: 'on' | 'off' | 'default' | null
            off_everywhere?: boolean | null
          } | null
        }
      }
    }
    responses: {
      /** @description Update notification settings for new and regressed issues */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NotificationsResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMeMailTimes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get your quiet hours and digest */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailTimesResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchMeMailTimes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMailTimesBody']
      }
    }
    responses: {
      /** @description Update your quiet hours and digest */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MailTimesResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getPushKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the public key of this server for push subscriptions */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushKey']
        }
      }
      400: components['responses']['BadRequest']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePushTest: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Send a test message to this device */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      502: components['responses']['BadGateway']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMePush: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Get the push subscription of this device */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePush: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SubscribeBody']
      }
    }
    responses: {
      /** @description Notify this device of new and regressed issues */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMePush: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchMePush: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePushBody']
      }
    }
    responses: {
      /** @description Update the push subscription of this device */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postMePushAttach: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AttachPushBody']
      }
    }
    responses: {
      /** @description Take over the push subscription of an earlier session on this device */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getMePushDevices: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the devices that are notified by push, and those that can no longer be reached */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PushDeviceList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteMePushDevicesById: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdChannels: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the channels of an organization by name */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ChannelList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdChannels: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          kind:
            | 'slack'
            | 'mattermost'
            | 'rocket_chat'
            | 'discord'
            | 'teams'
            | 'google_chat'
            | 'zulip'
            | 'matrix'
            | 'telegram'
            | 'ntfy'
            | 'gotify'
            | 'pushover'
            | 'pager_duty'
            | 'opsgenie'
            | 'alertmanager'
            | 'email'
            | 'webhook'
          /** @description Unique in the organization, whatever its case. */
          name: string
          /** @description Address and secrets, by kind: docs/alerts.md lists the fields. They are encrypted, and never sent back. A webhook without `secret` gets one, which is returned once. */
          config: {
            [key: string]: string
          }
        }
      }
    }
    responses: {
      /** @description Create a channel */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NewChannelResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdChannelsByChannel_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchOrganizationsByIdChannelsByChannel_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique in the organization, whatever its case. */
          name?: string | null
          /** @description Address and secrets, by kind: docs/alerts.md lists the fields. They are encrypted, and never sent back. A webhook without `secret` gets one, which is returned once. */
          config?: {
            [key: string]: string
          } | null
          quiet_hours?: components['schemas']['QuietHours'] | null
        }
      }
    }
    responses: {
      /** @description Change a channel */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ChannelResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdChannelsByChannel_idTest: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Send a test message to a channel */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            delivery_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdChannelsByChannel_idRotateSecret: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Give a webhook a new secret */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            secret: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdChannelsByChannel_idDeliveriesByDelivery_idSendAgain: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
        /** @description Opaque id. */
        delivery_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Send a delivery once more */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            delivery_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdChannelsByChannel_idDeliveries: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        channel_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the deliveries of a channel, newest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DeliveryPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdAlertRules: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the alert rules of an organization by name */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRuleList']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdAlertRules: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique in the organization, whatever its case. */
          name: string
          is_enabled?: boolean | null
          /** @description Projects that it speaks of; null for all, also later ones. */
          project_ids?: string[] | null
          /** @description `issue.events` and `issue.users`: at least `count` events, or people, of one issue within `minutes`. `project.losing`: as many events refused or lost, by whole hours. `project.silent`: no event for `minutes`. `project.rate`: `count` events within `minutes`. `project.spike`: `count` events in an hour, and `times` as many as usual in this hour of the week. `release.new_issues`: `count` issues that are new in a release, within `minutes` of its first event. `release.crash_free`: less than `percent` of at least `count` sessions of a release within `minutes`, by whole hours. */
          triggers: (
            | 'issue.new'
            | 'issue.regressed'
            | 'issue.reopened'
            | 'issue.escalating'
            | 'issue.events'
            | 'issue.users'
            | 'issue.first_in_release'
            | 'issue.resolved'
            | 'issue.assigned'
            | 'issue.commented'
            | 'project.silent'
            | 'project.losing'
            | 'project.rate'
            | 'project.spike'
            | 'release.new'
            | 'release.new_issues'
            | 'release.crash_free'
            | 'monitor.missed'
            | 'monitor.failed'
            | 'monitor.recovered'
            | 'feedback.new'
          )[]
          /** @description How much within how long. Triggers of one rule share it. */
          threshold?: {
            count: number
            minutes: number
            /** @description For `project.spike`. */
            times?: number | null
            /** @description For `release.crash_free`. */
            percent?: number | null
          } | null
          /** @description In the language of the issue list (docs/search.md); empty for any issue. */
          condition?: string | null
          channel_ids: string[]
          /** @description People who are notified by mail and push, as far as their own settings allow: `members` (all who see the project), `assignee`, and teams by id. */
          people?: string[] | null
          /** @description Person or team that an issue is assigned to which nobody has. One who does not see the project gets none. */
          assign_to?: string | null
          is_urgent?: boolean | null
          notifies_recovery?: boolean | null
          /**
           * Format: date-time
           * @description Until when it notifies nobody.
           */
          muted_until?: string | null
          /** @description Least time between two messages of the rule about the same subject to one channel or person. Null: an hour for the same change of an issue and for people; channels are sent decisions, and what is about a project, each time. */
          pace_minutes?: number | null
          /** @description How long its messages to a channel are gathered, from the first on; they become one. Urgent ones are not. Null: the 15 seconds of all rules. */
          window_minutes?: number | null
        }
      }
    }
    responses: {
      /** @description Create an alert rule */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRuleResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  deleteOrganizationsByIdAlertRulesByRule_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        rule_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  patchOrganizationsByIdAlertRulesByRule_id: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        rule_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Unique in the organization, whatever its case. */
          name?: string | null
          is_enabled?: boolean | null
          /** @description Projects that it speaks of; null for all, also later ones. */
          project_ids?: string[] | null
          /** @description `issue.events` and `issue.users`: at least `count` events, or people, of one issue within `minutes`. `project.losing`: as many events refused or lost, by whole hours. `project.silent`: no event for `minutes`. `project.rate`: `count` events within `minutes`. `project.spike`: `count` events in an hour, and `times` as many as usual in this hour of the week. `release.new_issues`: `count` issues that are new in a release, within `minutes` of its first event. `release.crash_free`: less than `percent` of at least `count` sessions of a release within `minutes`, by whole hours. */
          triggers?:
            | (
                | 'issue.new'
                | 'issue.regressed'
                | 'issue.reopened'
                | 'issue.escalating'
                | 'issue.events'
                | 'issue.users'
                | 'issue.first_in_release'
                | 'issue.resolved'
                | 'issue.assigned'
                | 'issue.commented'
                | 'project.silent'
                | 'project.losing'
                | 'project.rate'
                | 'project.spike'
                | 'release.new'
                | 'release.new_issues'
                | 'release.crash_free'
                | 'monitor.missed'
                | 'monitor.failed'
                | 'monitor.recovered'
                | 'feedback.new'
              )[]
            | null
          /** @description How much within how long. Triggers of one rule share it. */
          threshold?: {
            count: number
            minutes: number
            /** @description For `project.spike`. */
            times?: number | null
            /** @description For `release.crash_free`. */
            percent?: number | null
          } | null
          /** @description In the language of the issue list (docs/search.md); empty for any issue. */
          condition?: string | null
          channel_ids?: string[] | null
          /** @description People who are notified by mail and push, as far as their own settings allow: `members` (all who see the project), `assignee`, and teams by id. */
          people?: string[] | null
          /** @description Person or team that an issue is assigned to which nobody has. One who does not see the project gets none. */
          assign_to?: string | null
          is_urgent?: boolean | null
          notifies_recovery?: boolean | null
          /**
           * Format: date-time
           * @description Until when it notifies nobody.
           */
          muted_until?: string | null
          /** @description Least time between two messages of the rule about the same subject to one channel or person. Null: an hour for the same change of an issue and for people; channels are sent decisions, and what is about a project, each time. */
          pace_minutes?: number | null
          /** @description How long its messages to a channel are gathered, from the first on; they become one. Urgent ones are not. Null: the 15 seconds of all rules. */
          window_minutes?: number | null
        }
      }
    }
    responses: {
      /** @description Change or mute an alert rule */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertRuleResponse']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postOrganizationsByIdAlertRulesPreview: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Projects that it speaks of; null for all, also later ones. */
          project_ids?: string[] | null
          /** @description `issue.events` and `issue.users`: at least `count` events, or people, of one issue within `minutes`. `project.losing`: as many events refused or lost, by whole hours. `project.silent`: no event for `minutes`. `project.rate`: `count` events within `minutes`. `project.spike`: `count` events in an hour, and `times` as many as usual in this hour of the week. `release.new_issues`: `count` issues that are new in a release, within `minutes` of its first event. `release.crash_free`: less than `percent` of at least `count` sessions of a release within `minutes`, by whole hours. */
          triggers: (
            | 'issue.new'
            | 'issue.regressed'
            | 'issue.reopened'
            | 'issue.escalating'
            | 'issue.events'
            | 'issue.users'
            | 'issue.first_in_release'
            | 'issue.resolved'
            | 'issue.assigned'
            | 'issue.commented'
            | 'project.silent'
            | 'project.losing'
            | 'project.rate'
            | 'project.spike'
            | 'release.new'
            | 'release.new_issues'
            | 'release.crash_free'
            | 'monitor.missed'
            | 'monitor.failed'
            | 'monitor.recovered'
            | 'feedback.new'
          )[]
          /** @description How much within how long. Triggers of one rule share it. */
          threshold?: {
            count: number
            minutes: number
            /** @description For `project.spike`. */
            times?: number | null
            /** @description For `release.crash_free`. */
            percent?: number | null
          } | null
          /** @description In the language of the issue list (docs/search.md); empty for any issue. */
          condition?: string | null
        }
      }
    }
    responses: {
      /** @description Show what a rule would have sent in the last two weeks */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertPreview']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getOrganizationsByIdIncidents: {
    parameters: {
      query?: {
        /** @description Entries of a page. */
        limit?: number
        /** @description `next_cursor` of the page before. */
        cursor?: string
        state?: 'firing' | 'recovered'
        project_id?: string
        rule_id?: string
        issue_id?: string
      }
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description List the incidents of an organization, the latest first */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlertIncidentPage']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  putProjectsByIdUploadsChunksByChunk: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
        /** @description Opaque id. */
        chunk: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      409: components['responses']['Conflict']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postUnsubscribe: {
    parameters: {
      query?: {
        token?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          token?: string | null
          everywhere?: boolean | null
        }
      }
    }
    responses: {
      /** @description No content. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['BadRequest']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      422: components['responses']['UnprocessableEntity']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postProjectsByIdGroupingPreview: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Opaque id. */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['IngestEvent']
      }
    }
    responses: {
      /** @description Preview which issue an event would go to, and why */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GroupingPreview']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postPlainOtlpV1Logs: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postPlainOtlpV1Traces: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postPlainOtlpV1Metrics: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postIntegrationOtlpV1Logs: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postIntegrationOtlpV1Traces: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postOtlpV1Traces: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryEnvelope: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  getSentryStore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryStore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  getSentryPlainApiStore: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryPlainApiStore: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentrySecurity: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryCspReport: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryMinidump: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryEventsEventAttachments: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description The id by which the SDK named the event. */
        event: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  getSentryCronSlug: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description Name of the monitor. */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryCronSlug: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description Name of the monitor. */
        slug: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  getSentryCronSlugKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description Name of the monitor. */
        slug: string
        /** @description The key of the DSN. */
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryCronSlugKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description Name of the monitor. */
        slug: string
        /** @description The key of the DSN. */
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryUnrealKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
        /** @description The key of the DSN. */
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryNel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryPlaystation: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Number of the project, as in its DSN. */
        project: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  getSentryPlainApiEmbedErrorPage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': string
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postSentryPlainApiEmbedErrorPage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id?: string
          }
        }
      }
      400: components['responses']['SentryBadRequest']
      401: components['responses']['SentryUnauthorized']
      403: components['responses']['SentryForbidden']
      413: components['responses']['SentryPayloadTooLarge']
      415: components['responses']['SentryUnsupportedMediaType']
      429: components['responses']['SentryTooManyRequests']
      500: components['responses']['SentryInternalServerError']
      503: components['responses']['SentryServiceUnavailable']
    }
  }
  postIngest: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Kind of exception. */
          exception_type: string
          /** @description Error message; may be empty. */
          message: string
          /** @enum {unknown} */
          platform:
            | 'ios'
            | 'android'
            | 'web'
            | 'macos'
            | 'windows'
            | 'linux'
            | 'node'
            | 'php'
            | 'python'
            | 'ruby'
            | 'go'
            | 'java'
            | 'dotnet'
            | 'rust'
            | 'elixir'
            | 'other'
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          stack?:
            | string
            | (
                | string
                | {
                    [key: string]: unknown
                  }
              )[]
            | null
          level?: ('fatal' | 'error' | 'warning' | 'info') | null
          release?: string | null
          dist?: string | null
          environment?: string | null
          tags?: {
            [key: string]: string | number | boolean | null
          } | null
          user?: {
            id?: string | null
          } | null
          user_id_anon?: string | null
          contexts?: {
            [key: string]: unknown
          } | null
          mechanism?: {
            type?: string | null
            handled?: boolean | null
          } | null
          breadcrumbs?:
            | {
                category: string
                message: string
                /** @description Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size. */
                ts: number
                data?: {
                  [key: string]: unknown
                } | null
                level?: string | null
                type?: string | null
              }[]
            | null
          screenshot?: string | null
          extra?: {
            [key: string]: unknown
          } | null
          event_id?: string | null
          timestamp?: (string | number) | null
          sent_at?: (string | number) | null
          fingerprint?: string[] | null
          debug_meta?: {
            [key: string]: unknown
          } | null
          exceptions?:
            | {
                exception_type: string
                message: string
                stack?:
                  | string
                  | (
                      | string
                      | {
                          [key: string]: unknown
                        }
                    )[]
                  | null
                /** @description The exception that it belongs to: 0 is the event itself, n the nth of `exceptions`. By default the one before it. */
                parent?: unknown
                /** @description How it belongs to its parent: `cause`, `member`, `suppressed`, `thread`. By default a member of the parent that is named, else the cause of the one before. */
                relation?: unknown
              }[]
            | null
          repeat?: number | null
          users?:
            | {
                /** @description Anonymous identifier only. */
                id: string
                count: number
              }[]
            | null
          client_drops?:
            | {
                reason: string
                count: number
              }[]
            | null
          sdk?: {
            name?: string | null
            version?: string | null
          } | null
          /** @description Up to 50 of `{ file, line, pre_context, context_line, post_context }`: the lines of source around places of the stack, `file` and `line` as the stack prints them, at most 7 lines before and after. What has another shape is left out. */
          source_context?: unknown
        }
      }
    }
    responses: {
      /** @description The event is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            event_id: string
            issue_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postApiIngest: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Kind of exception. */
          exception_type: string
          /** @description Error message; may be empty. */
          message: string
          /** @enum {unknown} */
          platform:
            | 'ios'
            | 'android'
            | 'web'
            | 'macos'
            | 'windows'
            | 'linux'
            | 'node'
            | 'php'
            | 'python'
            | 'ruby'
            | 'go'
            | 'java'
            | 'dotnet'
            | 'rust'
            | 'elixir'
            | 'other'
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          stack?:
            | string
            | (
                | string
                | {
                    [key: string]: unknown
                  }
              )[]
            | null
          level?: ('fatal' | 'error' | 'warning' | 'info') | null
          release?: string | null
          dist?: string | null
          environment?: string | null
          tags?: {
            [key: string]: string | number | boolean | null
          } | null
          user?: {
            id?: string | null
          } | null
          user_id_anon?: string | null
          contexts?: {
            [key: string]: unknown
          } | null
          mechanism?: {
            type?: string | null
            handled?: boolean | null
          } | null
          breadcrumbs?:
            | {
                category: string
                message: string
                /** @description Epoch milliseconds; seconds, microseconds and nanoseconds are recognized by their size. */
                ts: number
                data?: {
                  [key: string]: unknown
                } | null
                level?: string | null
                type?: string | null
              }[]
            | null
          screenshot?: string | null
          extra?: {
            [key: string]: unknown
          } | null
          event_id?: string | null
          timestamp?: (string | number) | null
          sent_at?: (string | number) | null
          fingerprint?: string[] | null
          debug_meta?: {
            [key: string]: unknown
          } | null
          exceptions?:
            | {
                exception_type: string
                message: string
                stack?:
                  | string
                  | (
                      | string
                      | {
                          [key: string]: unknown
                        }
                    )[]
                  | null
                /** @description The exception that it belongs to: 0 is the event itself, n the nth of `exceptions`. By default the one before it. */
                parent?: unknown
                /** @description How it belongs to its parent: `cause`, `member`, `suppressed`, `thread`. By default a member of the parent that is named, else the cause of the one before. */
                relation?: unknown
              }[]
            | null
          repeat?: number | null
          users?:
            | {
                /** @description Anonymous identifier only. */
                id: string
                count: number
              }[]
            | null
          client_drops?:
            | {
                reason: string
                count: number
              }[]
            | null
          sdk?: {
            name?: string | null
            version?: string | null
          } | null
          /** @description Up to 50 of `{ file, line, pre_context, context_line, post_context }`: the lines of source around places of the stack, `file` and `line` as the stack prints them, at most 7 lines before and after. What has another shape is left out. */
          source_context?: unknown
        }
      }
    }
    responses: {
      /** @description The event is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            event_id: string
            issue_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIngestSessions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          /** @description The running build, by which sessions count. */
          release: string
          /** @description `production` by default. */
          environment?: string | null
          sent_at?: (string | number) | null
          sessions?:
            | {
                /** @description A UUID that the client chooses: what is sent again counts once. */
                id: string
                started_at: string | number
                /** @enum {string} */
                status: 'ok' | 'exited' | 'errored' | 'unhandled' | 'abnormal' | 'crashed'
                errors?: number | null
                /** @description Anonymous identifier only. */
                user_id?: string | null
              }[]
            | null
          counts?:
            | {
                /** @description A UUID that the client chooses: what is sent again counts once. */
                id: string
                started_at: string | number
                exited?: number | null
                errored?: number | null
                unhandled?: number | null
                abnormal?: number | null
                crashed?: number | null
              }[]
            | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Sessions and counts that were taken. */
            accepted: number
            /** @description Those that were not, such as `sessions.3.started_at`, each with its first problem. */
            errors?: {
              [key: string]: string[]
            }
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postApiIngestSessions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          /** @description The running build, by which sessions count. */
          release: string
          /** @description `production` by default. */
          environment?: string | null
          sent_at?: (string | number) | null
          sessions?:
            | {
                /** @description A UUID that the client chooses: what is sent again counts once. */
                id: string
                started_at: string | number
                /** @enum {string} */
                status: 'ok' | 'exited' | 'errored' | 'unhandled' | 'abnormal' | 'crashed'
                errors?: number | null
                /** @description Anonymous identifier only. */
                user_id?: string | null
              }[]
            | null
          counts?:
            | {
                /** @description A UUID that the client chooses: what is sent again counts once. */
                id: string
                started_at: string | number
                exited?: number | null
                errored?: number | null
                unhandled?: number | null
                abnormal?: number | null
                crashed?: number | null
              }[]
            | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Sessions and counts that were taken. */
            accepted: number
            /** @description Those that were not, such as `sessions.3.started_at`, each with its first problem. */
            errors?: {
              [key: string]: string[]
            }
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIngestCheckIns: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          /** @description Name of the monitor. Upper-case letters and characters other than letters, digits, `-` and `_` are replaced. */
          monitor: string
          /** @enum {string} */
          status: 'in_progress' | 'ok' | 'error'
          /** @description A UUID that the client chooses: what is sent again counts once. */
          check_in_id?: string | null
          duration_ms?: number | null
          /** @description `production` by default. */
          environment?: string | null
          /** @description A crontab of five parts, or `every 5 minutes`. It makes the monitor, or changes its schedule. */
          schedule?: string | null
          /** @description Of the crontab; `UTC` by default. */
          timezone?: string | null
          margin_minutes?: number | null
          max_runtime_minutes?: number | null
          failure_threshold?: number | null
          recovery_threshold?: number | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description For the report of its end; null where the end was reported without an id. */
            check_in_id: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postApiIngestCheckIns: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          /** @description Name of the monitor. Upper-case letters and characters other than letters, digits, `-` and `_` are replaced. */
          monitor: string
          /** @enum {string} */
          status: 'in_progress' | 'ok' | 'error'
          /** @description A UUID that the client chooses: what is sent again counts once. */
          check_in_id?: string | null
          duration_ms?: number | null
          /** @description `production` by default. */
          environment?: string | null
          /** @description A crontab of five parts, or `every 5 minutes`. It makes the monitor, or changes its schedule. */
          schedule?: string | null
          /** @description Of the crontab; `UTC` by default. */
          timezone?: string | null
          margin_minutes?: number | null
          max_runtime_minutes?: number | null
          failure_threshold?: number | null
          recovery_threshold?: number | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description For the report of its end; null where the end was reported without an id. */
            check_in_id: string | null
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIngestFeedback: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          message: string
          /** @description A UUID that the client chooses: what is sent again counts once. */
          id?: string | null
          name?: string | null
          /** @description For a response; kept as the person gave it. */
          email?: string | null
          url?: string | null
          /** @description The event it is about: the id from its 202, or the one that the SDK gave it. */
          event_id?: string | null
          /** @description JPEG, base64. It is stored with the event, so it needs `event_id`. */
          screenshot?: string | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            feedback_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postApiIngestFeedback: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description One of the bundle identifiers pinned to the project. */
          app_id: string
          message: string
          /** @description A UUID that the client chooses: what is sent again counts once. */
          id?: string | null
          name?: string | null
          /** @description For a response; kept as the person gave it. */
          email?: string | null
          url?: string | null
          /** @description The event it is about: the id from its 202, or the one that the SDK gave it. */
          event_id?: string | null
          /** @description JPEG, base64. It is stored with the event, so it needs `event_id`. */
          screenshot?: string | null
        }
      }
    }
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            feedback_id: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postIngestAttachments: {
    parameters: {
      query: {
        /** @description One of the bundle identifiers pinned to the project. */
        app_id: string
        /** @description The event: the id from its 202, or the one that the SDK gave it. */
        event_id: string
        /** @description Name of the file; `attachment` by default. */
        name?: string
        /** @description Type of the file, where it is not the `Content-Type`. */
        type?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            name: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  postApiIngestAttachments: {
    parameters: {
      query: {
        /** @description One of the bundle identifiers pinned to the project. */
        app_id: string
        /** @description The event: the id from its 202, or the one that the SDK gave it. */
        event_id: string
        /** @description Name of the file; `attachment` by default. */
        name?: string
        /** @description Type of the file, where it is not the `Content-Type`. */
        type?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is on disk. */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            name: string
          }
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      402: components['responses']['PaymentRequired']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  'issue.created_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.created'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.regressed_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.regressed'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.reopened_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.reopened'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.escalating_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.escalating'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.events_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.events'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.users_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.users'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.first_in_release_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.first_in_release'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.resolved_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.resolved'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.assigned_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.assigned'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'issue.commented_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issue.commented'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            issue: {
              /** @description Opaque; begins with `iss_`. */
              id: string
              /** @description For people to refer to, such as `SHOP-12`. */
              short_id: string
              project_id: string
              /** @description Type and message in one line. */
              title: string
              type: string
              message: string
              /** @description Function and file to examine first. */
              culprit: string | null
              /** @enum {string} */
              level: 'fatal' | 'error' | 'warning' | 'info'
              /** @enum {string} */
              status: 'unresolved' | 'snoozed' | 'resolved' | 'ignored'
              /** @enum {string|null} */
              substatus: 'new' | 'ongoing' | 'regressed' | 'escalating' | null
              /** @enum {string} */
              platform:
                | 'ios'
                | 'android'
                | 'web'
                | 'macos'
                | 'windows'
                | 'linux'
                | 'node'
                | 'php'
                | 'python'
                | 'ruby'
                | 'go'
                | 'java'
                | 'dotnet'
                | 'rust'
                | 'elixir'
                | 'other'
              /** Format: date-time */
              first_seen: string
              /** Format: date-time */
              last_seen: string
              /** @description Sum of `repeat` over its events. */
              count: number
              users: number
              /** @description True when `users` exceeds the exact range. */
              users_approx: boolean
              fingerprint: string
              first_release: string | null
              last_release: string | null
              /** @description A person (`usr_…`) or a team (`tea_…`). */
              assignee: {
                id: string
                name: string
              } | null
              snooze: {
                /** Format: date-time */
                until: string | null
                events: number | null
                users: number | null
              } | null
              resolution: {
                /** @enum {string} */
                mode: 'now' | 'next_release' | 'release'
                release: string | null
                /** Format: date-time */
                at: string
              } | null
              grouping: {
                version: number
                /** @description The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`. */
                reason: string
                /** @description Components of the fingerprint, in order. */
                components: string[]
                /** @description Parts of the first event that were considered and left out; at most 20. */
                dropped: {
                  part: string
                  why: string
                }[]
              }
            }
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'project.silent_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'project.silent'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'project.losing_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'project.losing'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'project.rate_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'project.rate'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'project.spike_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'project.spike'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'release.created_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'release.created'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'release.new_issues_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'release.new_issues'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'release.crash_free_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'release.crash_free'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'monitor.missed_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'monitor.missed'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'monitor.failed_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'monitor.failed'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'monitor.recovered_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'monitor.recovered'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'feedback.created_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'feedback.created'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            project_id: string
            /** @description Begins with `rul_`; null for a delivery without a rule. */
            rule_id: string | null
            /** @description The release or monitor, or the id of the feedback. */
            subject: string | null
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  issues_webhook: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'issues'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            subjects: {
              /** @enum {string} */
              type:
                | 'issue.created'
                | 'issue.regressed'
                | 'issue.reopened'
                | 'issue.escalating'
                | 'issue.events'
                | 'issue.users'
                | 'issue.first_in_release'
                | 'issue.resolved'
                | 'issue.assigned'
                | 'issue.commented'
                | 'project.silent'
                | 'project.losing'
                | 'project.rate'
                | 'project.spike'
                | 'release.created'
                | 'release.new_issues'
                | 'release.crash_free'
                | 'monitor.missed'
                | 'monitor.failed'
                | 'monitor.recovered'
                | 'feedback.created'
                | 'incident.recovered'
              project_id: string
              issue_id: string | null
              subject: string | null
            }[]
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'incident.firing_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'incident.firing'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            /** @description At most 100, the latest first. */
            incidents: {
              /** @description Opaque; begins with `inc_`. */
              id: string
              rule_id: string
              project_id: string
              issue_id: string | null
              /** @enum {string} */
              trigger:
                | 'issue.new'
                | 'issue.regressed'
                | 'issue.reopened'
                | 'issue.escalating'
                | 'issue.events'
                | 'issue.users'
                | 'issue.first_in_release'
                | 'issue.resolved'
                | 'issue.assigned'
                | 'issue.commented'
                | 'project.silent'
                | 'project.losing'
                | 'project.rate'
                | 'project.spike'
                | 'release.new'
                | 'release.new_issues'
                | 'release.crash_free'
                | 'monitor.missed'
                | 'monitor.failed'
                | 'monitor.recovered'
                | 'feedback.new'
              /** @enum {string} */
              state: 'firing' | 'recovered'
              /** Format: date-time */
              fired_at: string
              /** Format: date-time */
              recovered_at: string | null
              /** @description The release or monitor that it is about. */
              subject: string | null
            }[]
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'incident.recovered_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'incident.recovered'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            /** @description At most 100, the latest first. */
            incidents: {
              /** @description Opaque; begins with `inc_`. */
              id: string
              rule_id: string
              project_id: string
              issue_id: string | null
              /** @enum {string} */
              trigger:
                | 'issue.new'
                | 'issue.regressed'
                | 'issue.reopened'
                | 'issue.escalating'
                | 'issue.events'
                | 'issue.users'
                | 'issue.first_in_release'
                | 'issue.resolved'
                | 'issue.assigned'
                | 'issue.commented'
                | 'project.silent'
                | 'project.losing'
                | 'project.rate'
                | 'project.spike'
                | 'release.new'
                | 'release.new_issues'
                | 'release.crash_free'
                | 'monitor.missed'
                | 'monitor.failed'
                | 'monitor.recovered'
                | 'feedback.new'
              /** @enum {string} */
              state: 'firing' | 'recovered'
              /** Format: date-time */
              fired_at: string
              /** Format: date-time */
              recovered_at: string | null
              /** @description The release or monitor that it is about. */
              subject: string | null
            }[]
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  'audit.entry_webhook': {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'audit.entry'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: {
            /** @description At most 100, the oldest first. */
            entries: {
              id: number
              /** @enum {string} */
              action:
                | 'organization.created'
                | 'organization.changed'
                | 'member.invited'
                | 'invitation.revoked'
                | 'member.joined'
                | 'member.role_changed'
                | 'member.removed'
                | 'member.left'
                | 'team.created'
                | 'team.renamed'
                | 'team.deleted'
                | 'team.member_added'
                | 'team.member_removed'
                | 'team.project_added'
                | 'team.project_removed'
                | 'token.created'
                | 'token.revoked'
                | 'project.created'
                | 'project.changed'
                | 'project.deleted'
                | 'ingest_token.regenerated'
                | 'sentry_settings.changed'
                | 'dsn_key.created'
                | 'dsn_key.changed'
                | 'dsn_key.revoked'
                | 'artifact.deleted'
                | 'artifact.downloaded'
                | 'issue.deleted'
                | 'person.exported'
                | 'person.erased'
                | 'notifications.changed'
                | 'channel.created'
                | 'channel.changed'
                | 'channel.deleted'
                | 'alert_rule.created'
                | 'alert_rule.changed'
                | 'alert_rule.deleted'
              /** Format: date-time */
              created_at: string
              actor: {
                /** @enum {string} */
                kind: 'user' | 'token' | 'operator' | 'oidc'
                id: string | null
                /** @description As it was then. */
                name: string | null
              }
              address: string | null
              device: string | null
              details: {
                [key: string]: string | number | boolean | null
              }
            }[]
          }
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  test_webhook: {
    parameters: {
      query?: never
      header: {
        /** @description Id of the delivery; the same when it is sent again. */
        'webhook-id': string
        /** @description When it was signed, in seconds. */
        'webhook-timestamp': string
        /** @description One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64. */
        'webhook-signature': string
        /** @description The `type` of the body. */
        'x-bugle-event': string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'test'
          /** Format: date-time */
          timestamp: string
          organization_id: string
          data: Record<string, unknown>
        }
      }
    }
    responses: {
      /** @description It was received. Anything else is sent again. */
      '2XX': {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
