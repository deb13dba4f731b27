import { expect, it } from 'vitest'
import { request } from '../harness/account.ts'
import { gone } from '../harness/gone.ts'
import { events } from './events.ts'
import { fillIn } from './steps.ts'
import { describeDashboard } from './window.ts'

describeDashboard('a team', (dashboard) => {
  it('of two browsers goes from an invitation to a resolved issue, and on to another role', async () => {
    const { account: ann, project } = await dashboard.projectWith('Shop web')
    const { issue_id } = await dashboard.send(project, events[1]!)
    const { organizations } = await request(ann, 'GET', '/api/auth/me')
    const organization = `/organizations/${organizations[0]!.id}`

    await dashboard.inWindowOf(ann, {}, async (annPage) => {
      // Ann makes a link, without any mail.
      await annPage.goto(`/projects/${project.id}/issues`)
      await annPage.getByRole('link', { name: 'Team' }).click()
      await annPage.getByRole('link', { name: 'Invitations' }).click()
      await annPage.getByRole('button', { name: 'Create invitation' }).click()
      const made = annPage.locator('code', { hasText: '#token=' })
      await annPage.getByText('Hand over this link. It is shown only once.').waitFor()
      const link = (await made.textContent())!
      await annPage.getByRole('button', { name: 'Invite somebody else' }).click()
      await annPage.getByLabel('E-mail (optional)').fill('cleo@example.com')
      await annPage.getByRole('button', { name: 'Create invitation' }).click()
      await annPage.getByText('If this server sends mail, cleo@example.com gets this link.').waitFor()
      await expect.poll(() => made.textContent()).not.toBe(link)

      await dashboard.inWindow({}, async (bobPage) => {
        // Bob sees who invites, and nothing else; then he registers and is a member.
        await bobPage.goto(link)
        await bobPage.getByText('proof invites you to proof.').waitFor()
        await expect.poll(() => new URL(bobPage.url()).hash).toBe('')
        const bob = { email: `bob-${issue_id}@example.com`, password: 'a password of the proofs' }
        await fillIn(bobPage, { Name: 'Bob Builder', 'E-mail': bob.email, Password: bob.password })
        await bobPage.getByRole('button', { name: 'Create account' }).click()
        await bobPage.getByRole('heading', { name: 'Issues', exact: true }).waitFor()

        // Ann sees him, and gives him the issue.
        await annPage.goto(`${organization}/members`)
        await annPage.getByRole('listitem').filter({ hasText: 'Bob Builder' }).waitFor()
        await annPage.goto(`/issues/${issue_id}`)
        await annPage.getByRole('button', { name: 'Assign' }).click()
        await annPage.getByRole('menuitem', { name: 'Bob Builder' }).click()
        await annPage.getByRole('button', { name: 'Undo' }).waitFor()

        // It is in his inbox. He answers with a mention, and resolves it.
        await bobPage.goto(`/projects/${project.id}/issues?assignee=me`)
        await bobPage
          .getByRole('main')
          .getByRole('link', { name: /TypeError|Error/ })
          .first()
          .click()
        await bobPage.getByRole('heading', { name: 'Activity and comments' }).waitFor()
        const comment = bobPage.getByRole('textbox', { name: 'Comment' })
        await comment.pressSequentially('@pro')
        await bobPage.getByRole('option', { name: 'proof' }).waitFor()
        await comment.press('Enter')
        await expect.poll(() => comment.inputValue()).toBe('@proof ')
        await comment.pressSequentially('fixed in the next build')
        await bobPage.getByRole('button', { name: 'Comment', exact: true }).click()
        await bobPage.getByRole('listitem').filter({ hasText: '@proof fixed in the next build' }).waitFor()
        await bobPage.getByRole('button', { name: 'Resolve', exact: true }).click()
        await bobPage.getByRole('button', { name: 'Reopen' }).waitFor()

        // Ann's page shows it without a reload.
        await annPage.getByRole('button', { name: 'Reopen' }).waitFor()
        await annPage.getByRole('listitem').filter({ hasText: '@proof fixed in the next build' }).waitFor()

        // She makes him a viewer: what he may no longer do is absent, or says why.
        await annPage.goto(`${organization}/members`)
        await annPage.getByLabel('Role of Bob Builder').selectOption('viewer')
        await annPage.getByText('Bob Builder is now: Viewer').waitFor()
        await bobPage.reload()
        await bobPage.getByRole('heading', { name: 'Activity and comments' }).waitFor()
        await bobPage.getByRole('button', { name: 'More actions' }).waitFor()
        await gone(bobPage.getByRole('button', { name: 'Reopen' }), bobPage.getByRole('textbox', { name: 'Comment' }))
        await bobPage.goto(`/projects/${project.id}/settings/general`)
        await bobPage.getByText('Your role in this organization does not allow changing this.').waitFor()
        await bobPage.goto('/projects/new')
        await bobPage.getByText('Your role in this organization does not allow changing this.').waitFor()
        await bobPage.goto(`${organization}/members`)
        await bobPage.getByText('Owners and admins change roles.').waitFor()
        await gone(bobPage.getByRole('link', { name: 'Invitations' }))

        // All of it is in the audit trail.
        await annPage.goto(`${organization}/audit`)
        const log = annPage.getByRole('main').getByRole('listitem')
        await log.filter({ hasText: 'Role changed' }).filter({ hasText: 'Bob Builder' }).waitFor()
        await log.filter({ hasText: 'Joined' }).waitFor()

        // And out: his page has nothing left to show.
        await annPage.goto(`${organization}/members`)
        await annPage
          .getByRole('listitem')
          .filter({ hasText: 'Bob Builder' })
          .getByRole('button', { name: 'Remove' })
          .click()
        await annPage.getByRole('dialog').getByRole('button', { name: 'Remove Bob Builder' }).click()
        await annPage.getByRole('listitem').filter({ hasText: 'Bob Builder' }).waitFor({ state: 'detached' })
      })
    })
  })

  it('shares projects with its teams alone, once it is closed', async () => {
    const { account: ann, project } = await dashboard.projectWith('Secret shop')
    const { organizations } = await request(ann, 'GET', '/api/auth/me')
    const id = organizations[0]!.id
    await dashboard.inWindowOf(ann, {}, async (page) => {
      await page.goto(`/organizations/${id}/settings`)
      await page.getByLabel('Members see the projects of their teams').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      await page.goto(`/organizations/${id}/teams`)
      await fillIn(page, { Name: 'Checkout' })
      await page.getByRole('button', { name: 'Create team' }).click()
      const team = page.getByRole('region', { name: 'Checkout' })
      await team.getByLabel('Add a project').selectOption({ label: 'Secret shop' })
      await team.getByRole('list', { name: 'Projects' }).getByText('Secret shop').first().waitFor()
      await team.getByLabel('Add a member').selectOption({ label: 'proof' })
      await team.getByText('1 person, 1 project').waitFor()

      // Issues can be given to the team, and are then in the inbox of its members.
      const { issue_id } = await dashboard.send(project, events[1]!)
      await page.goto(`/issues/${issue_id}`)
      await page.getByRole('button', { name: 'Assign' }).click()
      await page.getByRole('menuitem', { name: 'Checkout' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await page.goto(`/projects/${project.id}/issues?assignee=me`)
      await page.getByRole('main').getByRole('listitem').first().waitFor()
    })
  })
})
