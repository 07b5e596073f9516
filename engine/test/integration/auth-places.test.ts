import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../test-support/browser.ts'
import { tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, service } from '../../../test-support/personas.ts'
import { codeIn, linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

// Invitations where addresses are confirmed: what a sign-up shows of its address, and what becomes of an account whose
// invitation has no place left when it is confirmed. The rules of places are in supabase/tests/site/places.test.ts.

let engine: TestEngine
let sink: SmtpSink
let admin: SupabaseClient
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({
    smtpUrl: sink.url,
    confirmEmail: true,
    anonymousSignIns: true,
    siteUrl: 'https://club.example',
  })
  // The sender would take the invitations and mail them.
  await engine.owner.query('delete from cron.job')
  await engine.owner.query('update private.settings set rate_limit_scale = 1000, sends_mail = true')
  admin = await member({ admin: true })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})
beforeEach(() => expect(sink.unread()).toBe(0))

const ENDED = 'The invitation has ended'
const row = async (text: string, values: unknown[] = []) => (await engine.owner.query(text, values))[0]
const setJoining = (joining: 'open' | 'invitation' | 'closed') =>
  row('update public.site_settings set joining = $1', [joining])

/** A member who is signed in; the club asks for invitations afterwards. */
async function member(options: { admin?: boolean } = {}): Promise<SupabaseClient & { email: string; id: string }> {
  const { email, password, data } = newcomer()
  await setJoining('open')
  const made = await service(engine).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: data,
  })
  await setJoining('invitation')
  if (options.admin) await row('select private.promote_admin($1)', [email])
  const client = guest(engine)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return Object.assign(client, { email, id: made.data.user?.id ?? '' })
}

interface Invited {
  code: string
  taken: () => Promise<number>
}
const counted = (code: string, sql: string): Invited => ({
  code,
  taken: async () => Number((await row(sql, [code]))?.n),
})
async function ofMember(by?: SupabaseClient): Promise<Invited> {
  const { data } = await (by ?? (await member())).rpc('make_invitation').throwOnError()
  return counted(data[0].code, 'select taken as n from private.invitations where code = $1')
}
async function ofClub(places = 20): Promise<Invited & { id: string }> {
  const values = { id: randomUUID(), note: 'Stand', places, days: 30 }
  const { data } = await admin.rpc('make_club_link', values).throwOnError()
  return { ...counted(data[0].code, 'select taken as n from private.club_links where code = $1'), id: values.id }
}
async function byMail(): Promise<Invited> {
  const address = `${randomUUID()}@lake.test`
  await admin.rpc('invite_addresses', { request: randomUUID(), addresses: [address] }).throwOnError()
  const found = await row('select code from private.mailed_invitations where address = $1', [address])
  return counted(found?.code, 'select count(accepted_at)::int as n from private.mailed_invitations where code = $1')
}
const KINDS: [string, () => Promise<Invited>][] = [
  ['a member’s link', () => ofMember()],
  ['a link of the club', () => ofClub()],
  ['an invitation by mail', byMail],
]

type Person = ReturnType<typeof newcomer>
const sign = ({ email, password, data }: Person, invitation: string | undefined, { client }: Browser) =>
  client.auth.signUp({ email, password, options: { data: { ...data, ...(invitation && { invitation }) } } })
/** Signs up with a code. @returns the mail. */
async function mailOf(person: Person, invitation: string, browser = openBrowser(engine)): Promise<string> {
  expect((await sign(person, invitation, browser)).error).toBeNull()
  const mail = await sink.nextMail()
  expect(recipientOf(mail)).toBe(person.email)
  return mail
}
const outcome = ({ fragment }: Awaited<ReturnType<Browser['press']>>) =>
  fragment.get('error_description') ?? (fragment.has('access_token') ? 'confirmed' : 'nothing')

/** Somebody who has signed up, in their own browser. */
async function waiting(invitation: string, person = newcomer()) {
  const browser = openBrowser(engine)
  const mail = await mailOf(person, invitation, browser)
  return { ...person, browser, mail, press: async () => outcome(await browser.press(linkIn(mail))) }
}
async function waitingId({ email }: Person): Promise<string> {
  return (await row('select id from auth.users where email = $1', [email]))?.id
}

describe.each(KINDS)('a sign-up with %s', (_, make) => {
  it('shows nothing of its address: neither in the answer nor in what is told of the invitation', async () => {
    const look = async (email: string) => {
      const tom = await member()
      const one = make === KINDS[0]?.[1] ? await ofMember(tom) : await make()
      const before = await waiting(one.code)
      const told = async () => ({
        code: (await guest(engine).rpc('may_join', { invitation: one.code })).data,
        taken: await one.taken(),
        own: (await tom.rpc('my_invitation')).data?.map(({ taken, places }: Record<string, unknown>) => [
          taken,
          places,
        ]),
        links: (await admin.rpc('club_links')).data,
        mailed: (await admin.rpc('mailed_invitations')).data,
      })
      const first = await told()
      const person = { ...newcomer(), email }
      const { data, error } = await sign(person, one.code, openBrowser(engine))
      expect(recipientOf(await sink.nextMail())).toBe(email)
      expect(await told()).toEqual(first)
      const answer = {
        error,
        keys: Object.keys(data.user ?? {}).sort(),
        session: data.session,
        code: first.code,
        taken: first.taken,
      }
      // Nor does it change what becomes of another one.
      const outcome = await before.press()
      return { ...answer, outcome, after: await one.taken() }
    }
    const held = await waiting((await ofClub()).code)
    const answers = [await look(newcomer().email), await look((await member()).email), await look(held.email)]
    expect(answers[0]).toMatchObject({ error: null, code: 'yes', taken: 0, outcome: 'confirmed', after: 1 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('takes a place when its link is pressed, and another press takes none', async () => {
    const one = await make()
    const eve = await waiting(one.code)
    expect(await one.taken()).toBe(0)
    expect(await eve.press()).toBe('confirmed')
    expect(await one.taken()).toBe(1)
    expect(await eve.press()).not.toBe('confirmed')
    expect(await one.taken()).toBe(1)
  })
})

describe('an account whose invitation has no place left', () => {
  it('is refused by each press, which spends nothing, and is confirmed when there is a place', async () => {
    const link = await ofClub(1)
    const [first, second] = [await waiting(link.code), await waiting(link.code)]
    expect(await first.press()).toBe('confirmed')
    const pressed = await second.browser.press(linkIn(second.mail))
    expect(Object.fromEntries(pressed.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'validation_failed',
      error_description: ENDED,
    })
    const token = tokenOf(linkIn(second.mail))
    const verify = (body: object) => authRequest(engine, '/verify', { method: 'POST', body })
    const refused = { status: 422, body: { code: 'validation_failed', message: ENDED } }
    expect(await verify({ type: 'signup', token_hash: token })).toMatchObject(refused)
    expect(await verify({ type: 'signup', email: second.email, token: codeIn(second.mail) })).toMatchObject(refused)
    expect(await row('select from public.profiles where id = $1', [await waitingId(second)])).toBeUndefined()
    await row('update private.club_links set places = 2 where id = $1', [link.id])
    expect(await second.press()).toBe('confirmed')
    expect(await link.taken()).toBe(2)
  })

  it('is confirmed once of several that are pressed at the same moment', async () => {
    const link = await ofClub(2)
    const people = [
      await waiting(link.code),
      await waiting(link.code),
      await waiting(link.code),
      await waiting(link.code),
    ]
    const outcomes = await Promise.all(people.map(({ press }) => press()))
    expect(outcomes.toSorted()).toEqual(['confirmed', 'confirmed', ENDED, ENDED].toSorted())
    expect(await link.taken()).toBe(2)
  })

  it.each(['the same password', 'another password'])(
    'is confirmed after one more sign-up with another invitation and %s',
    async (which) => {
      const [full, other] = [await ofClub(1), await ofClub(1)]
      const [first, second] = [await waiting(full.code), await waiting(full.code)]
      expect(await first.press()).toBe('confirmed')
      expect(await second.press()).toBe(ENDED)
      const password = which === 'the same password' ? second.password : 'another secret'
      const mail = await mailOf({ ...second, password }, other.code, second.browser)
      expect(outcome(await second.browser.press(linkIn(mail)))).toBe('confirmed')
      expect([await full.taken(), await other.taken()]).toEqual([1, 1])
    },
  )

  it('is told nothing else when it signs up again with the invitation that has ended', async () => {
    const link = await ofClub()
    const eve = await waiting(link.code)
    await admin.rpc('end_club_link', { id: link.id }).throwOnError()
    for (const email of [eve.email, newcomer().email, (await member()).email]) {
      const { error } = await sign({ ...newcomer(), email }, link.code, openBrowser(engine))
      expect(error).toMatchObject({ status: 422, message: ENDED })
    }
    expect(await eve.press()).toBe(ENDED)
  })
})

describe('a place is taken once, when the address is confirmed,', () => {
  it('by a link to sign in that opens an account', async () => {
    const link = await ofClub()
    const { email, data } = newcomer()
    const client = guest(engine)
    await client.auth.signInWithOtp({ email, options: { data: { ...data, invitation: link.code } } })
    const mail = await sink.nextMail()
    expect(await link.taken()).toBe(0)
    expect((await client.auth.verifyOtp({ type: 'email', email, token: codeIn(mail) })).error).toBeNull()
    expect(await link.taken()).toBe(1)
    await client.auth.signInWithOtp({ email, options: { data: { invitation: (await ofClub()).code } } })
    expect(
      (await client.auth.verifyOtp({ type: 'email', email, token: codeIn(await sink.nextMail()) })).error,
    ).toBeNull()
    expect(await link.taken()).toBe(1)
  })

  it('by a link to sign in or to choose a password of an account that waits', async () => {
    for (const kind of ['magiclink', 'recovery'] as const) {
      const link = await ofClub(1)
      const eve = await waiting(link.code)
      const other = await waiting(link.code)
      const client = guest(engine)
      const { email } = eve
      const asked =
        kind === 'recovery'
          ? client.auth.resetPasswordForEmail(email)
          : client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      expect((await asked).error).toBeNull()
      const token = tokenOf(linkIn(await sink.nextMail()))
      expect(await link.taken()).toBe(0)
      expect((await client.auth.verifyOtp({ type: kind, token_hash: token })).error).toBeNull()
      expect([await link.taken(), await other.press()]).toEqual([1, ENDED])
    }
  })

  it('by the operator’s invitation, and at once by an account that is made confirmed', async () => {
    const link = await ofClub()
    const { admin: operator } = service(engine).auth
    const { email, data } = newcomer()
    const asked = await operator.inviteUserByEmail(email, { data: { ...data, invitation: link.code } })
    expect(asked.error).toBeNull()
    const mail = await sink.nextMail()
    expect(await link.taken()).toBe(0)
    expect(outcome(await openBrowser(engine).press(linkIn(mail)))).toBe('confirmed')
    expect(await link.taken()).toBe(1)
    const make = ({ email, password, data }: Person, email_confirm: boolean) =>
      operator.createUser({ email, password, email_confirm, user_metadata: { ...data, invitation: link.code } })
    expect((await make(newcomer(), true)).error).toBeNull()
    expect(await link.taken()).toBe(2)
    const made = await make(newcomer(), false)
    expect(await link.taken()).toBe(2)
    const id = made.data.user?.id ?? ''
    await operator.updateUserById(id, { user_metadata: { colour: 'green' } })
    await operator.updateUserById(id, { email_confirm: true })
    await operator.updateUserById(id, { email_confirm: true, email: newcomer().email })
    expect(await link.taken()).toBe(3)
    const late = await make(newcomer(), false)
    await admin.rpc('end_club_link', { id: link.id }).throwOnError()
    const refused = await operator.updateUserById(late.data.user?.id ?? '', { email_confirm: true })
    expect(refused.error).toMatchObject({ status: 422, message: ENDED })
  })

  it('but at once by an anonymous account, whose first address takes none', async () => {
    const [link, other] = [await ofClub(), await ofClub()]
    const { client } = openBrowser(engine)
    expect((await client.auth.signInAnonymously({ options: { data: { invitation: link.code } } })).error).toBeNull()
    expect(await link.taken()).toBe(1)
    const { email } = newcomer()
    expect((await client.auth.updateUser({ email, data: { invitation: other.code } })).error).toBeNull()
    const token = tokenOf(linkIn(await sink.nextMail()))
    expect((await client.auth.verifyOtp({ type: 'email_change', token_hash: token })).error).toBeNull()
    expect([await link.taken(), await other.taken()]).toEqual([1, 0])
  })

  it('and not by a change of address', async () => {
    const [link, other] = [await ofClub(), await ofClub()]
    const eve = await waiting(link.code)
    expect(await eve.press()).toBe('confirmed')
    const { client } = eve.browser
    await client.auth.signInWithPassword(eve)
    await client.auth.updateUser({ email: newcomer().email, data: { invitation: other.code } })
    for (const mail of [await sink.nextMail(), await sink.nextMail()]) {
      const [type, token_hash] = ['email_change' as const, tokenOf(linkIn(mail))]
      expect((await client.auth.verifyOtp({ type, token_hash })).error).toBeNull()
    }
    expect([await link.taken(), await other.taken()]).toEqual([1, 0])
  })
})
