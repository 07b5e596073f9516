import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'
import { CLOSED, ENDED, join, mayJoin, NEEDED, setJoining } from './join.ts'
import { fresh, type Mailing, openMailing } from './mailing.ts'

// What becomes of an invitation by mail. The mails themselves are in
// engine/test/integration/deliver/invitations.test.ts.

let club: Mailing
let area: MemberArea
let second: Persona
beforeAll(async () => {
  club = await openMailing()
  area = club.area
  second = club.second
})
beforeEach(async () => {
  await setJoining(area, 'invitation')
  await area.row('delete from private.mailed_invitations')
  await area.row('delete from private.invited_addresses')
  await area.row('truncate private.audit_log')
})
afterAll(() => area.engine.close())

describe('a sign-up with a mailed code', () => {
  it('is admitted once, where an invitation is needed', async () => {
    const { address, code } = await club.invited()
    await club.send(address, 'sent')
    expect([await mayJoin(area, code), await join(area)]).toEqual(['yes', NEEDED])
    expect(await join(area, code, { email: address })).toBeUndefined()
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['ended', ENDED])
    expect(await club.stateOf(address)).toBe('accepted')
  })

  it('is admitted once at the same moment', async () => {
    const { code } = await club.invited()
    const all = await Promise.all(Array.from({ length: 6 }, () => join(area, code)))
    expect(all.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(all.filter((refusal) => refusal === ENDED)).toHaveLength(5)
  })

  it('counts until one of the accounts with it is confirmed', async () => {
    const { address, code } = await club.invited()
    await club.send(address, 'sent')
    const waiting = async () => {
      const id = randomUUID()
      await area.row(
        `insert into auth.users (id, email, raw_user_meta_data)
          values ($1, $2, jsonb_build_object('username', $3::text, 'invitation', $4::text))`,
        [id, `${id}@example.com`, `new-${id.slice(0, 12)}`, code],
      )
      return id
    }
    const confirm = (id: string) =>
      area.row('update auth.users set email_confirmed_at = now() where id = $1', [id]).then(
        () => 'confirmed',
        (error: Error) => error.message,
      )
    const misspelled = await waiting()
    expect([await club.stateOf(address), await mayJoin(area, code)]).toEqual(['sent', 'yes'])
    const right = await waiting()
    expect(await confirm(right)).toBe('confirmed')
    expect([await club.stateOf(address), await mayJoin(area, code)]).toEqual(['accepted', 'ended'])
    expect(await confirm(misspelled)).toBe(ENDED)
    // Other words in the metadata do not help.
    await area.row(`update auth.users set raw_user_meta_data = '{"username": "new-other"}' where id = $1`, [misspelled])
    expect(await confirm(misspelled)).toBe(ENDED)
    await setJoining(area, 'open')
    expect(await confirm(misspelled)).toBe('confirmed')
  })

  it('is refused with a code that has expired, was withdrawn or whose mail was given up', async () => {
    const [late, back, dead] = [await club.invited(), await club.invited(), await club.invited()]
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [late.id])
    await club.withdraw([back.id])
    await club.send(dead.address, 'refused')
    for (const { code } of [late, back, dead])
      expect([await mayJoin(area, code), await join(area, code)]).toEqual(['ended', ENDED])
    // Nobody registers with the ID.
    const { id } = await club.invited()
    expect([await mayJoin(area, id), await join(area, id)]).toEqual(['ended', ENDED])
    await setJoining(area, 'open')
    expect([await mayJoin(area, late.code), await join(area, late.code)]).toEqual(['yes', undefined])
    expect(await club.stateOf(late.address)).toBe('expired')
  })

  it('is counted in an open club, and refused by a closed one', async () => {
    const { address, code } = await club.invited()
    await setJoining(area, 'closed')
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['closed', CLOSED])
    expect(await club.stateOf(address)).toBe('waiting')
    await setJoining(area, 'open')
    expect(await join(area, code)).toBeUndefined()
    expect(await club.stateOf(address)).toBe('accepted')
    expect(await join(area, code)).toBeUndefined()
  })

  it('does not show whether an address was invited', async () => {
    const { address, code } = await club.invited()
    expect(await join(area, undefined, { email: address })).toBe(NEEDED)
    expect(await join(area, 'no such code', { email: address })).toBe(ENDED)
    // Whoever has the mail registers with any address, as with a member's link.
    expect(await join(area, code, { email: fresh() })).toBeUndefined()
  })

  it('is a referral of the admin, as the link says', async () => {
    const { address, code } = await club.invited()
    expect(await join(area, code, { email: address, referrer_id: area.admin.user.id })).toBeUndefined()
    expect(
      await area.row('select referrer_id, status from public.referrals where referred_email = $1', [address]),
    ).toEqual({ referrer_id: area.admin.user.id, status: 'pending' })
  })
})

describe('an invitation that is withdrawn', () => {
  it('is so once, by any admin, and only if it waits or was sent', async () => {
    const [waiting, sent, failed, accepted] = [
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
    ]
    await club.send(sent.address, 'sent')
    await club.send(failed.address, 'refused')
    expect(await join(area, accepted.code)).toBeUndefined()
    const ids = [waiting, sent, failed, accepted].map(({ id }) => id)
    await area.row('truncate private.audit_log')
    expect(await club.withdraw([...ids, ...ids, randomUUID()], second)).toBe(2)
    expect(await club.withdraw(ids)).toBe(0)
    expect(await club.withdraw([])).toBe(0)
    const states = await Promise.all([waiting, sent, failed, accepted].map(({ address }) => club.stateOf(address)))
    expect(states).toEqual(['withdrawn', 'withdrawn', 'failed', 'accepted'])
    expect(await club.trail()).toMatchObject([
      {
        action: 'withdraw_invitations',
        actor_name: second.user.username,
        details: { count: 2, domains: ['lake.test'] },
      },
    ])
  })

  it('is in the trail with the domains of the addresses, the most frequent first, and a single one with its ID', async () => {
    const invite = async (address: string) => {
      expect(await club.answer(address)).toBe('invited')
      return String((await club.stored(address))?.id)
    }
    const [one, two, three, four] = [
      await invite(fresh()),
      await invite(fresh().replace('lake.test', 'pike.test')),
      await invite(fresh().replace('lake.test', 'pike.test')),
      await invite(fresh().replace('lake.test', 'alder.test')),
    ]
    await area.row('truncate private.audit_log')
    await club.withdraw([one])
    await club.withdraw([one, two, three, four])
    const trail = await area.engine.owner.query(
      'select subject_id, details, search_text from private.audit_log order by created_at',
    )
    expect(trail).toMatchObject([
      { subject_id: one, details: { count: 1, domains: ['lake.test'] } },
      { subject_id: null, details: { count: 3, domains: ['pike.test', 'alder.test'] } },
    ])
    expect(trail[0]).toMatchObject({ search_text: expect.stringContaining('lake.test') })
    // Nothing of what stands before the @.
    expect(JSON.stringify(trail)).not.toContain('eve-')
  })

  it('is counted once when two admins withdraw the same ones in another order', async () => {
    const all = [await club.invited(), await club.invited(), await club.invited(), await club.invited()].map(
      ({ id }) => id,
    )
    const counts = await Promise.all([club.withdraw(all), club.withdraw(all.toReversed(), second), club.withdraw(all)])
    expect(counts.toSorted()).toEqual([0, 0, 4])
  })

  it('is not sent if it was not', async () => {
    const { address, id } = await club.invited()
    await club.withdraw([id])
    expect((await club.take()).map((one) => one.address)).not.toContain(address)
    const under = await club.invited()
    const one = (await club.take()).find((each) => each.address === under.address)
    await club.withdraw([under.id])
    await club.report(one?.id, one?.attempt, 'failed', 'x')
    await area.row('update private.mailed_invitations set due_at = now()')
    expect(await club.take()).toEqual([])
    expect(await club.stateOf(under.address)).toBe('withdrawn')
  })
})

describe('the queue', () => {
  it('gives each invitation to one sender, again after two minutes, then twice as long each time', async () => {
    const { address, id, code } = await club.invited()
    const [first, other] = await Promise.all([club.take(), club.take()])
    const all = [...first, ...other]
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      ...{ id, attempt: 1, address, code, club: 'Bankside', time_zone: 'UTC' },
      ...{ inviter: area.admin.user.username, inviter_id: area.admin.user.id },
    })
    for (const minutes of [2, 4, 8, 16, 32, 64, 128, 256, 256]) {
      const due = await area.row(
        'select round(extract(epoch from due_at - now()) / 60)::int as minutes from private.mailed_invitations where id = $1',
        [id],
      )
      expect(due).toEqual({ minutes })
      expect(await club.take()).toEqual([])
      await area.row('update private.mailed_invitations set due_at = now() where id = $1', [id])
      expect(await club.take()).toHaveLength(1)
    }
  })

  it('gives up after 50 attempts without a result', async () => {
    const { address, id } = await club.invited()
    await area.row('update private.mailed_invitations set attempts = 50 where id = $1', [id])
    expect(await club.take()).toEqual([])
    expect([await club.stateOf(address), await club.answer(address)]).toEqual(['failed', 'invited'])
  })

  it('counts the result of the latest attempt, and a mail that was sent in any case', async () => {
    const { address, id } = await club.invited()
    await club.take()
    await area.row('update private.mailed_invitations set due_at = now() where id = $1', [id])
    await club.take()
    await club.report(id, 1, 'refused', 'x'.repeat(600))
    expect(await club.stored(address)).toMatchObject({ outcome: null, failures: 0 })
    await club.report(id, 2, 'refused', 'x'.repeat(600))
    expect(await club.stored(address)).toMatchObject({ outcome: 'dead', error: 'x'.repeat(500) })
    // The first sender was slow: the mail has arrived, so the address is not invited again.
    await club.report(id, 1, 'sent')
    expect(await club.stored(address)).toMatchObject({ outcome: 'sent', error: null })
    expect([await club.stateOf(address), await club.answer(address)]).toEqual(['sent', 'recent'])
  })

  it('names no inviter who is an admin no longer, is suspended or has left', async () => {
    await setJoining(area, 'open')
    const admin = () => signUp(area.engine, { admin: true })
    const [demoted, suspended, gone] = [await admin(), await admin(), await admin()]
    for (const by of [demoted, suspended, gone]) await club.invited(by)
    await area.row('update public.profiles set is_admin = false where id = $1', [demoted.user.id])
    await area.row('update public.profiles set is_suspended = true where id = $1', [suspended.user.id])
    expectAllowed(await area.admin.rpc('delete_user', { user_id: gone.user.id }))
    const taken = await club.take()
    expect(taken.map(({ inviter, inviter_id }) => [inviter, inviter_id])).toEqual(Array(3).fill([null, null]))
  })

  it('leaves out what has expired, and an address that has an account by now', async () => {
    const [late, member] = [await club.invited(), await club.invited()]
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [late.id])
    await setJoining(area, 'open')
    await signUp(area.engine, { email: member.address })
    expect(await club.take()).toEqual([])
    expect([await club.stateOf(late.address), await club.stateOf(member.address)]).toEqual(['expired', 'accepted'])
    await setJoining(area, 'invitation')
    expect(await mayJoin(area, member.code)).toBe('ended')
  })
})

describe('what is kept of an invited address', () => {
  it('is deleted within 30 days after the invitation has ended; the hash 30 days after it was made', async () => {
    const all = [
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
    ]
    const [open, accepted, withdrawn, failed, expired] = all
    expect(await join(area, accepted?.code)).toBeUndefined()
    await club.send(withdrawn?.address ?? '', 'sent')
    await club.withdraw([withdrawn?.id ?? ''])
    await club.send(failed?.address ?? '', 'refused')
    const there = async () => {
      await club.tend()
      return await Promise.all(all.map(async ({ address }) => (await club.stored(address)) !== undefined))
    }
    for (const { address } of all) await club.pass(address, '28 days 23 hours')
    expect(await there()).toEqual([true, true, true, true, true])
    for (const { address } of all) await club.pass(address, '2 hours')
    expect(await there()).toEqual([true, false, false, false, true])
    const hashes = async () => (await area.row('select count(*)::int as n from private.invited_addresses'))?.n
    expect(await hashes()).toBe(4)
    for (const { address } of all) await club.pass(address, '1 day')
    await club.tend()
    expect(await hashes()).toBe(0)
    // It expired a day ago.
    expect([await club.stateOf(open?.address ?? ''), await club.stateOf(expired?.address ?? '')]).toEqual([
      'expired',
      'expired',
    ])
    for (const { address } of all) await club.pass(address, '28 days')
    expect(await there()).toEqual([true, false, false, false, true])
    for (const { address } of all) await club.pass(address, '1 day')
    expect(await there()).toEqual([false, false, false, false, false])
  })

  it('is neither in the answers that are kept nor in the trail', async () => {
    const { address } = await club.invited()
    const kept = await area.engine.owner.query('select * from private.invitation_requests')
    expect(JSON.stringify(kept)).not.toContain(address)
    await area.row(`update private.invitation_requests set created_at = created_at - interval '30 days'`)
    await club.tend()
    expect(await area.row('select from private.invitation_requests')).toBeUndefined()
  })

  it('goes with the account of the address, unless a stranger without proof could end an invitation by that', async () => {
    await setJoining(area, 'open')
    const leave = (who: Persona) => who.rpc('delete_own_account', { password: who.user.password })
    // Without mail no address is proved.
    const taken = await club.invited()
    expectAllowed(await leave(await signUp(area.engine, { email: taken.address })))
    expect(await club.stateOf(taken.address)).toBe('waiting')
    const proved = await club.invited()
    const eve = await signUp(area.engine, { email: proved.address })
    await area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', [eve.user.id])
    expectAllowed(await leave(eve))
    expect(await club.stored(proved.address)).toBeUndefined()
    const used = await club.invited()
    expectAllowed(await leave(await signUp(area.engine, { email: used.address, data: { invitation: used.code } })))
    expect(await club.stored(used.address)).toBeUndefined()
    expect(await club.answers([proved.address, used.address])).toEqual(['recent', 'recent'])
  })

  it('is in the data of the member who has proved the address, without the code', async () => {
    const { address, code } = await club.invited()
    const eve = await signUp(area.engine, { email: address, data: { invitation: code } })
    const data = async (who: Persona) => expectAllowed(await who.rpc('my_data'))
    expect((await data(eve)).mailed_invitations).toEqual([])
    await area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', [eve.user.id])
    const own = await data(eve)
    expect(own.mailed_invitations).toEqual([
      {
        invited_by: area.admin.user.username,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        accepted_at: expect.any(String),
        ...{ proposed_name: null, joined_on: null, points: null },
      },
    ])
    expect(JSON.stringify([own, await data(area.admin)])).not.toContain(code)
    expect((await data(area.admin)).mailed_invitations).toEqual([])
  })
})
