import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHandler } from '../../../../supabase/functions/deliver/handler.ts'
import { guest, type Persona, service, signUp } from '../../../../test-support/personas.ts'
import { linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../../test-support/smtp-sink.ts'
import { openSender, type Sender } from './sender.ts'

let smtp: SmtpSink
let sender: Sender
let admin: Persona
beforeAll(async () => {
  smtp = await startSmtpSink()
  sender = await openSender({ smtpUrl: smtp.url, confirmEmail: false })
  admin = await signUp(sender.engine, { admin: true })
})
afterAll(async () => {
  await sender.close()
  await smtp.close()
})
beforeEach(async () => {
  await sender.deliver()
  await mails()
  await owner('delete from private.mailed_invitations')
})

const NONE = { sent: 0, failed: 0, refused: 0, gone: 0 }
const owner = <R extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  sender.engine.owner.query<R>(sql, values)
/** Invites a new address. */
async function invite(by = admin): Promise<string> {
  const address = `eve-${randomUUID().slice(0, 12)}@lake.test`
  const { data } = await by.rpc('invite_addresses', { request: randomUUID(), addresses: [address] }).throwOnError()
  expect(data).toEqual([{ address, answer: 'invited' }])
  return address
}
const stored = async (address: string) =>
  (await owner('select * from private.mailed_invitations where address = $1', [address]))[0]
const makeDue = () => owner('update private.mailed_invitations set due_at = now() where outcome is null')
/** All mails that have arrived since the last call. */
async function mails(): Promise<string[]> {
  const all: string[] = []
  while (smtp.unread() > 0) all.push(await smtp.nextMail())
  return all
}
/** The mail to an address, decoded. */
async function mailTo(address: string): Promise<string> {
  const found = (await mails()).filter((mail) => recipientOf(mail) === address)
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}
const plain = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
const header = (mail: string, name: string) => new RegExp(`^${name}: ?(.*)`, 'mi').exec(mail)?.[1]

describe('an invitation', () => {
  it('is a mail with the admin’s name, a link, the time until it counts and the day by which the address is deleted', async () => {
    await owner(`update public.site_settings set club_name = $1, time_zone = 'Europe/London'`, ['Clear "Lake" <b>'])
    const address = await invite()
    await owner(`update private.mailed_invitations set expires_at = '2099-06-30T23:30:00Z'`)
    expect(await sender.deliver()).toEqual({ ...NONE, sent: 1 })
    const mail = await mailTo(address)
    await owner(`update public.site_settings set club_name = 'Bankside', time_zone = 'UTC'`)
    const [text = '', html = ''] = plain(mail).split('<!doctype html>')
    const { code, id } = (await stored(address)) ?? {}
    const link = `${sender.engine.url}/register?ref=${admin.user.id}&invite=${code}`
    expect(String(linkIn(mail))).toBe(link)
    expect(text).toContain(`“${admin.user.username}” invites you to Clear "Lake" <b>.\r\n`)
    expect(text).toContain(`Join Clear "Lake" <b>:\r\n${link}\r\n`)
    expect(text).toContain('It counts until 1 July 2099, 00:30 BST.')
    expect(text).toContain('\r\nYou did not ask for this? Do nothing. Your address is deleted by 31 July 2099.\r\n')
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
    expect(html).toContain('Join Clear &quot;Lake&quot; &lt;b&gt;</a>')
    expect(html).toContain('until 1 July 2099, 00:30 BST.')
    expect(html).not.toContain('<b>')
    expect(header(mail, 'From')).toBe('"Clear \\"Lake\\" <b>" <club@club.example>')
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(mail, 'Message-ID')).toBe(`<${id}@club.example>`)
    expect(mail).not.toMatch(/^List-Unsubscribe/im)
    expect(await stored(address)).toMatchObject({ outcome: 'sent', attempts: 1, error: null })
    expect(await sender.deliver()).toEqual(NONE)
    expect(await mails()).toEqual([])
  })

  it('tells an imported member which address to register with, and is nobody’s referral', async () => {
    const address = `${randomUUID().slice(0, 8)}@lake.test`
    const members = [{ address, name: 'Eve', points: 5 }]
    await admin.rpc('import_members', { request: randomUUID(), members }).throwOnError()
    await sender.deliver()
    const mail = await mailTo(address)
    const kept = 'What Bankside keeps for you belongs to this address: register with it.'
    const [text = '', html = ''] = plain(mail).split('<!doctype html>')
    for (const part of [text, html]) expect(part).toContain(kept)
    expect(linkIn(mail).searchParams.get('ref')).toBeNull()
    await invite()
    await sender.deliver()
    for (const other of await mails()) expect(plain(other)).not.toContain('register with it')
  })

  it('never makes a link of an address in the club’s name', async () => {
    await owner(`update public.site_settings set club_name = 'WIN: www.evil.example/prize'`)
    const address = await invite()
    await sender.deliver()
    const mail = plain(await mailTo(address)).replace(/^From:.*$/m, '')
    await owner(`update public.site_settings set club_name = 'Bankside'`)
    expect(mail).toContain('evil')
    expect(mail).not.toContain('www.evil.example')
    expect(mail).not.toContain('evil.example/prize')
  })

  it('lets its reader register once, as a referral of the admin', async () => {
    const address = await invite()
    await sender.deliver()
    const { searchParams } = linkIn(await mailTo(address))
    const data = { referrer_id: searchParams.get('ref'), invitation: searchParams.get('invite') }
    const register = (email: string) =>
      guest(sender.engine).auth.signUp({
        email,
        password: 'twelve hooks',
        options: { data: { ...data, username: `eve-${randomUUID().slice(0, 12)}` } },
      })
    await owner(`update public.site_settings set joining = 'invitation'`)
    try {
      expect((await register(address)).error).toBeNull()
      expect((await register(`two-${address}`)).error).not.toBeNull()
    } finally {
      await owner(`update public.site_settings set joining = 'open'`)
    }
    expect(await owner('select referrer_id from public.referrals where referred_email = $1', [address])).toEqual([
      { referrer_id: admin.user.id },
    ])
  })

  it('names nobody, and is no referral, when the admin is one no longer', async () => {
    const former = await signUp(sender.engine, { admin: true })
    const address = await invite(former)
    await owner('update public.profiles set is_admin = false where id = $1', [former.user.id])
    await sender.deliver()
    const mail = await mailTo(address)
    expect(plain(mail)).toContain('You are invited to Bankside.\r\n')
    expect(plain(mail)).not.toContain(former.user.username)
    expect(linkIn(mail).search).toBe(`?invite=${(await stored(address))?.code}`)
  })

  it('has no host in the name of the admin', async () => {
    const named = await signUp(sender.engine, { admin: true })
    await owner(
      `begin; set local session_replication_role = replica;
       update public.profiles set username = 'bankside-claims.com' where id = '${named.user.id}'; commit`,
    )
    const address = await invite(named)
    await sender.deliver()
    const mail = await mailTo(address)
    expect(plain(mail)).toContain('“bankside-claims.\u2060com” invites you to Bankside.')
    expect(plain(mail)).not.toContain('claims.com')
  })

  it('is sent after what members receive, ten at a time', async () => {
    const member = await sender.member()
    await member
      .rpc('save_notification_setting', { group_name: 'replies', channel: 'email', is_on: true })
      .throwOnError()
    const addresses = await Promise.all(Array.from({ length: 23 }, () => invite()))
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toEqual({ ...NONE, sent: 24 })
    const all = (await mails()).map(recipientOf)
    expect(all[0]).toBe(member.user.email)
    expect(all.slice(1).toSorted()).toEqual(addresses.toSorted())
  })

  it('is given up when the mail server refuses the address, and the others are sent', async () => {
    const [wrong, right] = [await invite(), await invite()]
    smtp.refuse(wrong)
    expect(await sender.deliver()).toEqual({ ...NONE, sent: 1, refused: 1 })
    expect((await mails()).map(recipientOf)).toEqual([right])
    expect(await stored(wrong)).toMatchObject({ outcome: 'dead', error: expect.stringContaining('550') })
    await makeDue()
    expect(await sender.deliver()).toEqual(NONE)
  })

  it('is not sent once it is withdrawn', async () => {
    const address = await invite()
    await admin.rpc('withdraw_invitations', { ids: [(await stored(address))?.id] }).throwOnError()
    expect(await sender.deliver()).toEqual(NONE)
    expect(await mails()).toEqual([])
  })

  it('has the sender called when it is due', async () => {
    const address = await invite()
    expect(await owner('select private.call_deliver() as called')).toEqual([{ called: true }])
    await expect.poll(async () => (await stored(address))?.outcome, { timeout: 20_000 }).toBe('sent')
    expect(await owner('select private.call_deliver() as called')).toEqual([{ called: false }])
    await mailTo(address)
  })
})

describe('a sender whose mail service fails', () => {
  it('tries again with the same key, eight times in all', async () => {
    const keys: unknown[] = []
    const tos: unknown[] = []
    const api = createServer((request: IncomingMessage, reply) => {
      keys.push(request.headers['idempotency-key'])
      json(request).then((mail) => {
        tos.push((mail as { to: string }).to)
        reply.writeHead(503).end('not now')
      })
    })
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    const env: Record<string, string> = {
      SUPABASE_URL: sender.engine.url,
      SITE_URL: sender.engine.url,
      SUPABASE_SERVICE_ROLE_KEY: sender.engine.secretKey,
      MAIL_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      MAIL_API_KEY: 'key',
      MAIL_FROM: 'club@club.example',
    }
    const handler = createHandler((name) => env[name])
    const run = async () => {
      const headers = { apikey: sender.engine.secretKey }
      return await (await handler(new Request('http://functions/deliver', { method: 'POST', headers }))).json()
    }
    const address = await invite()
    for (let n = 1; n <= 8; n += 1) {
      expect(await run()).toEqual({ ...NONE, failed: 1 })
      expect(await stored(address)).toMatchObject({ failures: n, error: '503 not now', outcome: n < 8 ? null : 'dead' })
      expect(await run()).toEqual(NONE)
      await makeDue()
    }
    expect(await run()).toEqual(NONE)
    await new Promise((resolve) => api.close(resolve))
    expect(new Set(keys)).toEqual(new Set([(await stored(address))?.id]))
    expect(tos).toEqual(Array(8).fill(address))
  })
})

describe('a sender', () => {
  it('of a site without mail takes no invitations, and is not called for them', async () => {
    const silent = await openSender()
    try {
      const by = await signUp(silent.engine, { admin: true })
      const one = { request: randomUUID(), addresses: ['eve@lake.test'] }
      await by.rpc('invite_addresses', one).throwOnError()
      expect(await silent.deliver()).toEqual(NONE)
      const { query } = silent.engine.owner
      expect(await query('select outcome, attempts from private.mailed_invitations')).toEqual([
        { outcome: null, attempts: 0 },
      ])
      expect(await query('select private.call_deliver() as called')).toEqual([{ called: false }])
      expect((await by.rpc('can_invite_by_mail').throwOnError()).data).toBe(false)
      const answer = await by.rpc('invite_addresses', { request: randomUUID(), addresses: ['bob@lake.test'] })
      expect(answer.error?.code).toBe('IN001')
    } finally {
      await silent.close()
    }
  })

  it('that is newer than its database sends the messages to members', async () => {
    await owner('alter function public.take_invitations(integer) rename to take_invitations_later')
    await owner(`notify pgrst, 'reload schema'`)
    const code = async () => (await service(sender.engine).rpc('take_invitations', { size: 1 })).error?.code
    await expect.poll(code).toBe('PGRST202')
    try {
      const member = await sender.member()
      const browser = await sender.browserOf(member)
      await sender.comment(await sender.post(member))
      expect(await sender.deliver()).toEqual({ ...NONE, sent: 1 })
      expect(browser.messages).toHaveLength(1)
    } finally {
      await owner('alter function public.take_invitations_later(integer) rename to take_invitations')
      await owner(`notify pgrst, 'reload schema'`)
    }
    await expect.poll(code).toBeUndefined()
  })
})
