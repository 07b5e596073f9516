import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../test-support/smtp-sink.ts'
import { bringFriend, count, press, question, status } from './support/act-parts.ts'
import { forgetSession } from './support/forget-session.ts'
import type { Account, Instance } from './support/instance.ts'
import { startOwnEngine } from './support/own-engine.ts'
import { type Acts, takeSession, testActs } from './support/press-acts.ts'
import { test } from './support/test.ts'

// Acts of guests and of members on their own account. Each has an account of its own.

const PASSWORD = 'quiet-water'

let sink: SmtpSink

const ACTS: Acts = {
  'a registration': async ({ page, instance, admin }) => {
    await forgetSession(page)
    await page.goto('/register')
    const username = `new_${randomUUID().slice(0, 8)}`
    const email = `${username}@bankside.test`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    return {
      call: 'POST /auth/v1/signup',
      button: press(page, 'Register'),
      told: page.getByRole('heading', { level: 1, name: /^Welcome to / }),
      effects: async () => [
        (await instance.session({ email, password: PASSWORD })).user.id === (await userOf(page)),
        await count(admin, 'profiles', 'username', username)(),
      ],
      once: [true, 1],
    }
  },
  'a sign-in': async ({ page, instance }) => {
    await forgetSession(page)
    const account = await instance.register()
    const own = await instance.signedIn(account)
    const sessions = async () => {
      const { data } = await own.rpc('my_data').throwOnError()
      return (data as unknown as { account: { sessions: unknown[] } }).account.sessions.length
    }
    const before = await sessions()
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    return {
      call: 'POST /auth/v1/token',
      button: press(page, 'Sign In'),
      told: page.getByRole('heading', { level: 1, name: 'Profile' }),
      effects: async () => [(await sessions()) - before, await userOf(page)],
      once: [1, account.id],
      // Nobody has the token of the first.
      lost: [2, account.id],
    }
  },
  'a new password': async ({ page, instance }) => {
    const { email, password } = await arrive(page, instance)
    await page.goto('/profile')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('brown bread')
    await page.getByLabel('Confirm new password', { exact: true }).fill('brown bread')
    return {
      call: 'PUT /auth/v1/user',
      button: press(page, 'Change password'),
      told: page.getByText('Password updated successfully!'),
      effects: async () => Boolean(await instance.session({ email, password: 'brown bread' })),
      once: true,
    }
  },
  'a forgotten password': async ({ page, instance }) => {
    await forgetSession(page)
    const { email } = await instance.register()
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    return {
      call: 'POST /auth/v1/recover',
      button: press(page, 'Send link'),
      told: page.getByText('a link to set a new password is on its way'),
      effects: async () => linkIn(await mailTo(email)).pathname,
      once: '/confirm',
    }
  },
  'a new password from a mailed link': async ({ page, instance }) => {
    await forgetSession(page)
    const { email } = await instance.register()
    const redirectTo = `${instance.url}/reset-password`
    const { error } = await (await instance.client()).auth.resetPasswordForEmail(email, { redirectTo })
    if (error) throw error
    await page.goto(linkIn(await mailTo(email)).href)
    await press(page, 'Set a new password').click()
    await page.getByLabel('New password', { exact: true }).fill('brown bread')
    await page.getByLabel('Confirm new password', { exact: true }).fill('brown bread')
    return {
      call: 'PUT /auth/v1/user',
      button: press(page, 'Save new password'),
      told: page.getByText('Password updated successfully!'),
      effects: async () => Boolean(await instance.session({ email, password: 'brown bread' })),
      once: true,
    }
  },
  'a referral approved on the profile': async (stage) => {
    const { page, instance, admin } = stage
    const { id } = await arrive(page, instance)
    const email = await bringFriend(stage, id)
    await page.goto('/profile')
    return {
      call: 'PATCH /rest/v1/referrals',
      button: press(page, `Approve ${email}`),
      told: page.getByText('Referral approved successfully!'),
      effects: count(admin, 'points_log', 'user_id', id),
      once: 1,
    }
  },
  'the end of an account': async ({ page, instance, admin }) => {
    const { id, password } = await arrive(page, instance)
    await page.goto('/profile')
    await press(page, 'Delete account').click()
    await page.getByLabel('Your password').fill(password)
    return {
      call: 'POST /rest/v1/rpc/delete_own_account',
      button: question(page, 'Delete account'),
      told: status(page, 'Your account is deleted.'),
      learnt: status(page, 'Your account is deleted.'),
      effects: count(admin, 'profiles', 'id', id),
      once: 0,
    }
  },
}

async function arrive(page: Page, instance: Instance): Promise<Account> {
  const account = await instance.register()
  await takeSession(page, instance, account)
  return account
}

/** Whose session the page holds. */
const userOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('bankside-session') ?? '{}').user?.id)

async function mailTo(address: string): Promise<string> {
  for (;;) {
    const mail = await sink.nextMail()
    if (recipientOf(mail) === address) return mail
  }
}

testActs('member', ACTS, async () => {
  sink = await startSmtpSink()
  // Guests who register are signed in at once.
  return startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'false' })
})
test.afterAll(() => sink.close())
