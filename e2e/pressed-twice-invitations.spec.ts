import { randomUUID } from 'node:crypto'
import { type SmtpSink, startSmtpSink } from '../test-support/smtp-sink.ts'
import { ask, changes, press, question, status } from './support/act-parts.ts'
import { dialog } from './support/console.ts'
import { startOwnEngine } from './support/own-engine.ts'
import { type Acts, type Client, testActs } from './support/press-acts.ts'
import { test } from './support/test.ts'

// Acts of the console by which the club invites. The site has a mail server.

let sink: SmtpSink

/** An address that nothing else contains. */
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@carp.test`

/** What the list of mailed invitations says of the addresses that contain a text. */
const statesOf = async (admin: Client, search: string): Promise<string[]> =>
  (await admin.rpc('mailed_invitations', { search }).throwOnError()).data.map(({ state }) => state)

const notesLike =
  (admin: Client, name: string): (() => Promise<string[]>) =>
  async () =>
    (await admin.rpc('club_links').throwOnError()).data.map(({ note }) => note).filter((note) => note.startsWith(name))

const ACTS: Acts = {
  'a link of the club': async ({ page, admin, name }) => {
    await page.goto('/admin/invitations?add')
    const form = dialog(page, 'New link')
    await form.getByLabel('Note').fill(name)
    const ready = dialog(page, 'Your link is ready')
    return {
      call: 'POST /rest/v1/rpc/make_club_link',
      button: press(form, 'Make link'),
      told: ready,
      effects: notesLike(admin, name),
      once: [name],
      correction: {
        change: () => form.getByLabel('Note').fill(`${name} changed`),
        told: ready.getByText('It had already been made'),
        stored: notesLike(admin, name),
        is: [name],
      },
    }
  },
  'the end of a link': async ({ page, admin, name }) => {
    const id = randomUUID()
    await admin.rpc('make_club_link', { id, note: name, places: 5, days: 5 }).throwOnError()
    return {
      call: 'POST /rest/v1/rpc/end_club_link',
      button: await ask(page, '/admin/invitations', `End link: ${name}`, 'End link'),
      told: status(page, 'The link has ended.'),
      effects: changes(admin, id),
      once: ['end_club_link'],
    }
  },
  'invitations by email': async ({ page, admin, name }) => {
    const address = addressOf(name)
    await page.goto('/admin/invitations?view=email')
    const field = page.getByLabel('Email addresses')
    await field.fill(address)
    return {
      call: 'POST /rest/v1/rpc/invite_addresses',
      button: press(page, 'Send invitations'),
      told: status(page, '1 invited.'),
      effects: async () => (await statesOf(admin, address)).length,
      once: 1,
      correction: {
        change: () => field.fill(`other.${address}`),
        told: status(page, '1 invited.'),
        stored: async () => (await statesOf(admin, address)).length,
        is: 2,
      },
    }
  },
  'an import of members': async ({ page, admin, name }) => {
    const address = addressOf(name)
    await page.goto('/admin/invitations?view=import')
    const buffer = Buffer.from(`Email,Name\n${address},${name}\n`)
    await page.getByLabel('File of members').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer })
    await press(page, 'Continue').click()
    await press(page, 'Send up to 1 invitation').click()
    return {
      call: 'POST /rest/v1/rpc/import_members',
      button: question(page, 'Send').or(press(page, 'Try again')),
      told: status(page, '1 invited.'),
      effects: async () => (await statesOf(admin, address)).length,
      once: 1,
      // The question closes at once, and another press after the answer is another import.
      switches: true,
    }
  },
  'a withdrawn invitation': async ({ page, admin, name }) => {
    const address = addressOf(name)
    await admin.rpc('invite_addresses', { request: randomUUID(), addresses: [address] }).throwOnError()
    return {
      call: 'POST /rest/v1/rpc/withdraw_invitations',
      button: await ask(page, `/admin/invitations?view=email&q=${address}`, `Withdraw: ${address}`, 'Withdraw'),
      told: status(page, `The invitation of ${address} is withdrawn.`),
      effects: () => statesOf(admin, address),
      once: ['withdrawn'],
    }
  },
}

testActs('admin', ACTS, async () => {
  sink = await startSmtpSink()
  // Guests who register are signed in at once.
  return startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'false' })
})
test.afterAll(() => sink.close())
