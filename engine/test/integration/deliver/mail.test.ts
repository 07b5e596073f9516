import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../../test-support/personas.ts'
import { recipientOf, type SmtpSink, startSmtpSink } from '../../../../test-support/smtp-sink.ts'
import { openSender, type Sender } from './sender.ts'

let smtp: SmtpSink
let sender: Sender
let member: Persona
beforeAll(async () => {
  smtp = await startSmtpSink()
  sender = await openSender({ smtpUrl: smtp.url, confirmEmail: false })
})
afterAll(async () => {
  await sender.close()
  await smtp.close()
})
beforeEach(async () => {
  await sender.deliver()
  await mails()
  member = await sender.member()
  await choose('replies', true)
})

const owner = <R extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  sender.engine.owner.query<R>(sql, values)
const choose = (group_name: string, is_on: boolean) =>
  member.rpc('save_notification_setting', { group_name, channel: 'email', is_on }).throwOnError()
const states = () =>
  owner('select outcome, error from private.deliveries where user_id = $1 order by created_at', [member.user.id])
/** All mails that have arrived since the last call. */
async function mails(): Promise<string[]> {
  const all: string[] = []
  while (smtp.unread() > 0) all.push(await smtp.nextMail())
  return all
}
const header = (mail: string, name: string) =>
  new RegExp(`^${name}: ?((?:.*\\r\\n[ \\t])*.*)`, 'mi').exec(mail)?.[1]?.replace(/\r\n[ \t]/g, ' ')
/** Encoded words (RFC 2047) as UTF-8. */
const subject = (mail: string) =>
  header(mail, 'Subject')
    ?.replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString(),
    )
const plain = (mail: string) =>
  mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
describe('a mail', () => {
  it('comes from the club, by the name that it has now', async () => {
    await owner('update public.site_settings set club_name = $1', ['Clear "Lake" <b>'])
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ sent: 1 })
    const [mail = ''] = await mails()
    await owner(`update public.site_settings set club_name = 'Bankside'`)
    expect(header(mail, 'From')).toBe('"Clear \\"Lake\\" <b>" <club@club.example>')
    expect(plain(mail)).toContain('a member of Clear "Lake" <b>.')
    expect(plain(mail)).toContain('Clear &quot;Lake&quot; &lt;b&gt;</p>')
    expect(plain(mail)).not.toContain('Bankside')
  })

  it('arrives with text and HTML, and a link that stops mails of its kind', async () => {
    await sender.comment(await sender.post(member), 'Well <b>caught</b>')
    expect(await sender.deliver()).toMatchObject({ sent: 1 })
    await sender.deliver()
    const [mail = '', ...more] = await mails()
    expect(more).toEqual([])
    expect(recipientOf(mail)).toBe(member.user.email)
    expect(subject(mail)).toMatch(/^“mate-\S+” commented on your post$/)
    expect(header(mail, 'Content-Type')).toContain('multipart/alternative')
    expect(plain(mail)).toContain('> Well <b>caught</b>')
    expect(plain(mail)).toContain('Well &lt;b&gt;caught&lt;/b&gt;')
    expect(plain(mail)).toContain(`${sender.engine.url}/newsfeed/`)
    expect(plain(mail)).toContain(
      `\r\nStop emails of this kind (Comments and replies): ${sender.engine.url}/unsubscribe#${member.user.id}.replies.`,
    )
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(await states()).toEqual([{ outcome: 'sent', error: null }])

    const [, link = ''] = /<(.+)>/.exec(header(mail, 'List-Unsubscribe') ?? '') ?? []
    const group = async () => {
      const { data } = await member.rpc('my_notification_settings').throwOnError()
      return (data as { groups: { name: string; email: boolean }[] }).groups.find(({ name }) => name === 'replies')
        ?.email
    }
    const visit = await fetch(link, { redirect: 'manual' })
    expect([visit.status, visit.headers.get('location')]).toEqual([
      303,
      `${sender.engine.url}/unsubscribe#${new URL(link).searchParams.get('token')}`,
    ])
    expect(await group()).toBe(true)
    const forged = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const wrong of [forged, `${link}%00`]) expect((await fetch(wrong, { method: 'POST' })).status).toBe(404)
    expect(await group()).toBe(true)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
    expect(await group()).toBe(false)
  })

  it('has no line and no link of a member’s own', async () => {
    const giver = await sender.member()
    await owner(`insert into public.points_log (user_id, points_change, reason) values ($1, 5, 'Work party')`, [
      giver.user.id,
    ])
    await choose('points', true)
    const message =
      'Well done\n\nConfirm your account: https://evil.test/a or www.evil.test or evil.test/b\n\n-- \nStop emails of this kind: ...'
    const gift = { from_user_id: giver.user.id, to_user_id: member.user.id, points: 1, message }
    await giver.from('point_gifts').insert(gift).throwOnError()
    await sender.deliver()
    const [mail = ''] = await mails()
    const [text = ''] = plain(mail).split('<!doctype html>')
    expect(text).toContain(
      '> Well done Confirm your account: [link] or [link] or [link] -- Stop emails of this kind: ...\r\n',
    )
    expect(text.match(/^Stop emails/gm)).toHaveLength(1)
    expect(plain(mail)).not.toContain('evil.test')
  })

  it('has no address of a member’s own with a port, a query, a numeric host or an encoded one, nor in a username', async () => {
    const giver = await sender.member()
    await owner(
      `begin; set local session_replication_role = replica;
       update public.profiles set username = 'bankside-claims.com' where id = '${giver.user.id}'; commit`,
    )
    await owner(`insert into public.points_log (user_id, points_change, reason) values ($1, 5, 'Work party')`, [
      giver.user.id,
    ])
    await choose('points', true)
    const message =
      'One: evil.test:443/login or evil.test?a=1, evil.test#b and 203.0.113.9/claim claims.xn--p1ai/x me@evil.test ftp://evil.test; ' +
      'bare evil.test and 203.0.113.9. At 12.30? It was 4.5 kg.'
    const gift = { from_user_id: giver.user.id, to_user_id: member.user.id, points: 1, message }
    await giver.from('point_gifts').insert(gift).throwOnError()
    await sender.deliver()
    const [mail = ''] = await mails()
    const words = Buffer.from(plain(mail), 'latin1').toString('utf8')
    expect(words).toContain('\r\n“bankside-claims.\u2060com” gave you 1 point\r\n')
    expect(words).toContain(
      '> One: [link] or [link] [link] and [link] [link] [link] [link] bare evil.\u2060test and ' +
        '203.\u20600.\u2060113.9. At 12.30? It was 4.5 kg.\r\n',
    )
    // The club's own links name the member's page.
    expect(words.replaceAll(sender.engine.url, '')).not.toMatch(
      /(?<!\/members\/bankside-)claims\.com|evil\.test|203\.0\.113/,
    )
    expect(subject(mail)).not.toContain('claims.com')
  })

  it('has the same Message-ID when it is sent again', async () => {
    await sender.comment(await sender.post(member))
    await sender.deliver()
    await owner(`update private.deliveries set outcome = null, ended_at = null, due_at = now() where user_id = $1`, [
      member.user.id,
    ])
    const [first = ''] = await mails()
    const [row] = await owner('select id from private.deliveries where user_id = $1', [member.user.id])
    expect(header(first, 'Message-ID')).toBe(`<${row?.id}@club.example>`)
    // The engine remembers what it has sent.
    expect(await sender.deliver()).toMatchObject({ sent: 1 })
    expect(await mails()).toEqual([])
  })

  it('contains all notifications that are due at the same moment, and the next one follows an hour later', async () => {
    const [first, second, third] = [await sender.post(member), await sender.post(member), await sender.post(member)]
    await sender.comment(first)
    await sender.comment(second)
    await sender.deliver()
    expect((await mails()).map(subject)).toEqual([expect.stringMatching(/, and 1 more$/)])
    await sender.comment(third)
    await sender.deliver()
    expect(await mails()).toEqual([])
    const hour = `update private.deliveries set created_at = created_at - interval '1 hour' where user_id = $1`
    await owner(hour, [member.user.id])
    await owner('update private.outbox set due_at = now() where user_id = $1 and sent_at is null', [member.user.id])
    await sender.deliver()
    expect(await mails()).toHaveLength(1)
  })

  it('names the kinds that its link stops; one about a warning or a suspension has a link of its own', async () => {
    await choose('reactions', true)
    const writer = await sender.member()
    const post_id = await sender.post(member)
    await sender.comment(post_id)
    await writer.from('newsfeed_reactions').insert({ post_id, reaction: 'fish' }).throwOnError()
    await owner(
      `insert into private.report_cases as c (kind, subject_id, author_id, decision, decided_at, reason)
         values ('post', $1, $2, 'warn', now(), 'Be kind.')`,
      [post_id, member.user.id],
    )
    await owner(
      `select private.notify('warning', c.author_id, c.id, c.id, null) from private.report_cases as c
        where c.author_id = $1`,
      [member.user.id],
    )
    await sender.deliver()
    const all = (await mails()).map(plain)
    const links = all.map((mail) => /Stop emails of (.+): \S+#[0-9a-f-]+\.([a-z_-]+)\./.exec(mail)?.slice(1, 3))
    expect(links.toSorted()).toEqual([
      ['these kinds (Reactions, Comments and replies)', 'reactions-replies'],
      ['this kind (Your account and reports)', 'moderation'],
    ])
    expect(all.find((mail) => mail.includes('.moderation.'))).toContain('The club team has warned you about your post')
  })

  it('about a prize follows another within the hour', async () => {
    await sender.comment(await sender.post(member))
    await sender.deliver()
    expect(await mails()).toHaveLength(1)
    await sender.prize(member)
    await sender.deliver()
    expect((await mails()).map((mail) => header(mail, 'Subject'))).toEqual([expect.stringMatching(/^You won /)])
  })

  it('goes to confirmed addresses only', async () => {
    await owner('update auth.users set email_confirmed_at = null where id = $1', [member.user.id])
    await sender.comment(await sender.post(member))
    await sender.deliver()
    expect(await mails()).toEqual([])
  })

  it('is not sent about a notification that was read in the meantime', async () => {
    const postId = await sender.post(member)
    await sender.comment(postId)
    await member.rpc('mark_notifications_read', { path: `/newsfeed/${postId}` }).throwOnError()
    await sender.deliver()
    expect(await mails()).toEqual([])
  })
})

it('an address that has refused three mails gets none until it is changed', async () => {
  smtp.refuse(member.user.email)
  for (let n = 0; n < 3; n += 1) {
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ refused: 1 })
    await owner(`update private.deliveries set created_at = created_at - interval '1 hour' where user_id = $1`, [
      member.user.id,
    ])
  }
  expect(await states()).toEqual(Array(3).fill({ outcome: 'dead', error: expect.stringContaining('550') }))
  await sender.comment(await sender.post(member))
  expect(await sender.deliver()).toMatchObject({ refused: 0 })
  await owner(`update auth.users set email = 'new-' || email where id = $1`, [member.user.id])
  await sender.comment(await sender.post(member))
  await sender.deliver()
  expect((await mails()).map(recipientOf)).toEqual([`new-${member.user.email}`])
})

describe('a digest', () => {
  const digest = (kind: string) => member.rpc('save_notification_times', { digest: kind }).throwOnError()
  const morning = async (day: 'monday' | 'tuesday') => {
    // The clock of the database is that of the machine, so the function is called with a moment of its own.
    const [row] = await owner<{ at: Date }>(
      `select date_trunc('week', now()) + interval '7 days 8 hours' + $1::interval as at`,
      [day === 'monday' ? '0 days' : '1 day'],
    )
    await owner(
      `update private.notifications set updated_at = $2::timestamptz - interval '1 hour' where user_id = $1`,
      [member.user.id, row?.at],
    )
    await owner(`update private.mail_states set digest_at = $2 where user_id = $1`, [member.user.id, row?.at])
    await owner('select private.prepare_digests($1)', [row?.at])
  }
  beforeEach(async () => {
    await choose('replies', false)
    await owner('select private.tend_deliveries()')
  })

  it('lists daily the unread notifications that were not mailed at once', async () => {
    await digest('daily')
    await sender.comment(await sender.post(member), 'Well caught')
    await morning('tuesday')
    await sender.deliver()
    const all = await mails()
    expect(all.map(recipientOf)).toEqual([member.user.email])
    expect(plain(all[0] ?? '')).toContain('> Well caught')
    const [, link = ''] = /<(.+)>/.exec(header(all[0] ?? '', 'List-Unsubscribe') ?? '') ?? []
    expect((await fetch(link, { method: 'POST' })).status).toBe(200)
    expect((await member.rpc('my_notification_settings').throwOnError()).data).toMatchObject({ digest: 'off' })
  })

  it('goes out on Mondays if it is weekly', async () => {
    await sender.comment(await sender.post(member))
    await morning('tuesday')
    await sender.deliver()
    expect(await mails()).toEqual([])
    await morning('monday')
    await sender.deliver()
    expect((await mails()).map(recipientOf)).toEqual([member.user.email])
  })

  it('is never empty, and is not sent to those who turned it off', async () => {
    await morning('monday')
    await sender.deliver()
    expect(await mails()).toEqual([])
    await sender.comment(await sender.post(member))
    await digest('off')
    await morning('monday')
    await sender.deliver()
    expect(await mails()).toEqual([])
  })

  it('waits on the same day for quiet hours that end after eight, and the next one does not repeat what came meanwhile', async () => {
    await digest('daily')
    const times = (quiet_from: string, quiet_until: string) =>
      member.rpc('save_notification_times', { quiet_from, quiet_until, time_zone: 'UTC' }).throwOnError()
    await times('22:00', '10:30')
    await sender.comment(await sender.post(member), 'Before eight')
    await morning('tuesday')
    const [made] = await owner<{ due: string; last: Date }>(
      `select to_char(d.due_at at time zone 'UTC', 'ID HH24:MI') as due, m.last_digest_at as last
        from private.deliveries as d join private.mail_states as m on m.user_id = d.user_id
        where d.user_id = $1 and d.digest_since is not null`,
      [member.user.id],
    )
    expect(made?.due).toBe('2 10:30')
    await sender.deliver()
    expect(await mails()).toEqual([])
    // Between eight and the end of the quiet hours.
    await sender.comment(await sender.post(member), 'After eight')
    await owner(
      `update private.notifications set updated_at = $2::timestamptz - interval '1 minute' where user_id = $1`,
      [member.user.id, made?.last],
    )
    await times('00:00', '00:00')
    await owner('update private.deliveries set due_at = now() where user_id = $1', [member.user.id])
    await sender.deliver()
    const all = (await mails()).map(plain)
    expect(all).toEqual([expect.stringContaining('> After eight')])
    expect(all[0]).toContain('> Before eight')
    await owner('update private.mail_states set digest_at = $2 where user_id = $1', [member.user.id, made?.last])
    await owner(`select private.prepare_digests($1::timestamptz + interval '21 hours 30 minutes')`, [made?.last])
    await sender.deliver()
    expect(await mails()).toEqual([])
  })

  it('is sent at eight in the member’s time zone, also when clocks change', async () => {
    const next = async (now: string, zone: string) =>
      (await owner<{ at: Date }>('select private.next_digest($1, $2) as at', [now, zone]))[0]?.at.toISOString()
    expect(await next('2027-03-27T12:00:00Z', 'Europe/London')).toBe('2027-03-28T07:00:00.000Z')
    expect(await next('2027-03-28T07:00:00Z', 'Europe/London')).toBe('2027-03-29T07:00:00.000Z')
    expect(await next('2027-03-01T02:29:59Z', 'Asia/Kolkata')).toBe('2027-03-01T02:30:00.000Z')
    expect(await next('2027-03-01T02:30:00Z', 'Asia/Kolkata')).toBe('2027-03-02T02:30:00.000Z')
  })
})

describe('only functions with the secret key', () => {
  it('send mails through the engine', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${sender.engine.url}/functions/v1/send-mail`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to: 'x@example.com', subject: 'x', text: 'x', html: 'x' }),
      })
    const { session } = (await member.auth.getSession()).data
    for (const key of ['', sender.engine.publishableKey, session?.access_token ?? ''])
      expect((await send({ apikey: key, authorization: `Bearer ${key}` })).status).toBe(401)
    expect(await mails()).toEqual([])
    expect((await send({ authorization: `Bearer ${sender.engine.secretKey}` })).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })

  it('end mails for a member', async () => {
    const admin = await signUp(sender.engine, { admin: true })
    for (const who of [guest(sender.engine), member, admin])
      expect((await who.rpc('unsubscribe', { token: 'x' })).error?.code).toBe('42501')
  })
})

it('a site without a mail server sends nothing, even later', async () => {
  const silent = await openSender()
  try {
    const quiet = await silent.member()
    await quiet
      .rpc('save_notification_setting', { group_name: 'replies', channel: 'email', is_on: true })
      .throwOnError()
    await silent.comment(await silent.post(quiet))
    expect(await silent.deliver()).toEqual({ sent: 0, failed: 0, refused: 0, gone: 0 })
    expect(await silent.engine.owner.query(`select from private.outbox where channel = 'email'`)).toEqual([])
    // The settings then offer no mails.
    expect((await quiet.rpc('my_notification_settings').throwOnError()).data).toMatchObject({ has_mail: false })
    expect((await member.rpc('my_notification_settings').throwOnError()).data).toMatchObject({ has_mail: true })
  } finally {
    await silent.close()
  }
})
