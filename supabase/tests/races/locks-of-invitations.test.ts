import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Links of the club and invitations by mail, while another transaction is open that uses or ends them.

let club: SqlClub
let first: Client
let second: Client
let holder: Client
let comer: Client
beforeAll(async () => {
  club = await openSqlClub()
  const admin = async () => {
    const id = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [id])
    return await club.as(id)
  }
  first = await admin()
  second = await admin()
  holder = await club.connect()
  comer = await club.connect()
  await club.query(`update public.site_settings set joining = 'invitation'`)
})
afterAll(() => club.close())

let link: string
let code: string
let address: string
beforeEach(async () => {
  address = `eve-${randomUUID()}@lake.test`
  link = randomUUID()
  code = randomUUID()
  await club.query(
    `insert into private.club_links (id, note, code, places, expires_at)
      values ($1, 'Stand', $2, 1, now() + interval '1 day')`,
    [link, code],
  )
})

const invite = (addresses: string[], request = randomUUID()): Statement => [
  'select answer from public.invite_addresses($1, $2)',
  [request, addresses],
]
const signUp = (with_code: string): Statement => [
  `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
    values (gen_random_uuid(), gen_random_uuid() || '@example.com', jsonb_build_object('invitation', $1::text), now())`,
  [with_code],
]
/** An invitation that was mailed. */
async function mailed(): Promise<{ id: string; mailedCode: string }> {
  const [row] = await club.query<{ id: string; code: string }>(
    `insert into private.mailed_invitations (address, code, expires_at, outcome, ended_at)
      values ($1, gen_random_uuid(), now() + interval '1 day', 'sent', now()) returning id, code`,
    [address],
  )
  return { id: row?.id ?? '', mailedCode: row?.code ?? '' }
}
const REFUSED = { code: '23U13' }

describe('an address', () => {
  it('that another admin invites at the same moment was invited lately', async () => {
    const other = `bob-${randomUUID()}@lake.test`
    const { rows } = await meet(club, {
      holder: first,
      holds: [invite([address, other])],
      comer: second,
      comes: invite([other, address.toUpperCase()]),
    })
    expect(rows).toEqual([{ answer: 'recent' }, { answer: 'recent' }])
    expect(
      await club.query('select from private.mailed_invitations where address = any ($1)', [[address, other]]),
    ).toHaveLength(2)
  })

  it('of a request that is sent again before it has ended is invited once, with the same answer', async () => {
    const request = invite([address, address], randomUUID())
    const [id] = (await first.query('select auth.uid() as id')).rows
    const again = await club.as(String(id?.id))
    const { rows } = await meet(club, { holder: first, holds: [request], comer: again, comes: request })
    expect(rows).toEqual([{ answer: 'invited' }, { answer: 'again' }])
    expect(await club.query('select from private.mailed_invitations where address = $1', [address])).toHaveLength(1)
  })
})

describe('a sign-up is refused', () => {
  const places = () => club.query('select taken from private.club_links where id = $1', [link])

  it('when another one takes the last place of a link', async () => {
    await expect(meet(club, { holder, holds: [signUp(code)], comer, comes: signUp(code) })).rejects.toMatchObject(
      REFUSED,
    )
    expect(await places()).toEqual([{ taken: 1 }])
  })

  it('when an admin ends the link', async () => {
    const ends: Statement = ['select public.end_club_link($1)', [link]]
    await expect(meet(club, { holder: first, holds: [ends], comer, comes: signUp(code) })).rejects.toMatchObject(
      REFUSED,
    )
    expect(await places()).toEqual([{ taken: 0 }])
  })

  it('when another one uses the mailed code', async () => {
    const { mailedCode } = await mailed()
    await expect(
      meet(club, { holder, holds: [signUp(mailedCode)], comer, comes: signUp(mailedCode) }),
    ).rejects.toMatchObject(REFUSED)
  })

  it('when an admin withdraws the invitation, which is not withdrawn once it is used', async () => {
    const withdraw = (id: string): Statement => ['select public.withdraw_invitations($1) as count', [[id]]]
    const one = await mailed()
    await expect(
      meet(club, { holder: first, holds: [withdraw(one.id)], comer, comes: signUp(one.mailedCode) }),
    ).rejects.toMatchObject(REFUSED)
    const other = await mailed()
    const { rows } = await meet(club, {
      holder,
      holds: [signUp(other.mailedCode)],
      comer: first,
      comes: withdraw(other.id),
    })
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('an account that waits', () => {
  /** An account that waits with this code. @returns what confirms it. */
  async function waiting(with_code: string, referrer?: string): Promise<Statement> {
    const id = randomUUID()
    await club.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      `${id}@example.com`,
      { username: `new-${id.slice(0, 12)}`, invitation: with_code, referrer_id: referrer },
    ])
    return ['update auth.users set email_confirmed_at = now() where id = $1 returning id', [id]]
  }
  const places = () => club.query('select taken from private.club_links where id = $1', [link])

  it('is refused when another one takes the last place of a link', async () => {
    const [one, other] = [await waiting(code), await waiting(code)]
    await expect(meet(club, { holder, holds: [one], comer, comes: other })).rejects.toMatchObject(REFUSED)
    expect(await places()).toEqual([{ taken: 1 }])
  })

  it('takes the last place when the other one is not confirmed after all', async () => {
    const [one, other] = [await waiting(code), await waiting(code)]
    await holder.query('begin')
    await run(holder, one)
    const answer = run(comer, other)
    await holder.query('rollback')
    expect((await answer).rowCount).toBe(1)
    expect(await places()).toEqual([{ taken: 1 }])
  })

  it('is refused when another one uses the mailed code', async () => {
    const { mailedCode } = await mailed()
    const [one, other] = [await waiting(mailedCode), await waiting(mailedCode)]
    await expect(meet(club, { holder, holds: [one], comer, comes: other })).rejects.toMatchObject(REFUSED)
  })

  it('is refused when an admin ends its link or withdraws its invitation', async () => {
    const ends: Statement = ['select public.end_club_link($1)', [link]]
    await expect(meet(club, { holder: first, holds: [ends], comer, comes: await waiting(code) })).rejects.toMatchObject(
      REFUSED,
    )
    const { id, mailedCode } = await mailed()
    const withdraws: Statement = ['select public.withdraw_invitations($1)', [[id]]]
    await expect(
      meet(club, { holder: first, holds: [withdraws], comer, comes: await waiting(mailedCode) }),
    ).rejects.toMatchObject(REFUSED)
  })

  describe('with the link of a member', () => {
    let tomId: string
    let tom: Client
    let own: string
    beforeEach(async () => {
      await club.query(`update public.site_settings set joining = 'open'`)
      tomId = await club.signUp()
      await club.query(`update public.site_settings set joining = 'invitation'`)
      tom = await club.as(tomId)
      own = String((await tom.query('select code from public.make_invitation()')).rows[0]?.code)
    })
    /** Deletes an account while a statement is open. The deletion waits in turns, and in between it has no lock. */
    async function deletedAfter(statement: Statement, id: unknown): Promise<unknown[]> {
      const pid = (await comer.query('select pg_backend_pid() as pid')).rows[0]?.pid
      await holder.query('begin')
      await run(holder, statement)
      const answer = run(comer, ['select private.delete_account($1) as done', [id]])
      const sleeps = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`
      while ((await club.query(sleeps, [pid])).length === 0);
      await holder.query('commit')
      return (await answer).rows
    }
    const replaces = (): Statement => ['select taken from public.make_invitation($1)', [own]]

    it('is refused when the member replaces it, whose new link has all its places', async () => {
      const one = await waiting(own, tomId)
      await expect(meet(club, { holder: tom, holds: [replaces()], comer, comes: one })).rejects.toMatchObject(REFUSED)
      expect(await club.query('select taken from private.invitations where member_id = $1', [tomId])).toEqual([
        { taken: 0 },
      ])
    })

    it('is confirmed before the member replaces it', async () => {
      const one = await waiting(own, tomId)
      const { rows } = await meet(club, { holder, holds: [one], comer: tom, comes: replaces() })
      expect(rows).toEqual([{ taken: 0 }])
    })

    it('is refused when the member is leaving', async () => {
      const one = await waiting(own, tomId)
      const leaves: Statement = ['select private.delete_account($1) as done', [tomId]]
      await expect(meet(club, { holder, holds: [leaves], comer, comes: one })).rejects.toMatchObject(REFUSED)
    })

    it('is confirmed before the member leaves', async () => {
      const one = await waiting(own, tomId)
      expect(await deletedAfter(one, tomId)).toEqual([{ done: true }])
      expect(await club.query('select username from public.profiles where id = $1', one[1] as unknown[])).toHaveLength(
        1,
      )
    })

    it('is confirmed while the member is suspended or demoted, and hinders neither', async () => {
      const one = await waiting(own, tomId)
      const demotes: Statement = ['update public.profiles set is_admin = false where id = $1', [tomId]]
      const suspends: Statement = ['update public.profiles set is_suspended = true where id = $1', [tomId]]
      expect((await meet(club, { holder, holds: [one], comer, comes: demotes })).rowCount).toBe(1)
      const other = await waiting(own, tomId)
      expect((await meet(club, { holder, holds: [suspends], comer, comes: other })).rowCount).toBe(1)
    })

    it('is deleted, or confirmed, when both are done at the same moment', async () => {
      const [text, values = []] = await waiting(own, tomId)
      const deletes: Statement = ['select private.delete_account($1) as done', values]
      const { rowCount } = await meet(club, { holder, holds: [deletes], comer, comes: [text, values] })
      expect(rowCount).toBe(0)
      const one = await waiting(own, tomId)
      expect(await deletedAfter(one, one[1]?.[0])).toEqual([{ done: true }])
      expect(await club.query('select taken from private.invitations where member_id = $1', [tomId])).toEqual([
        { taken: 1 },
      ])
    })
  })
})

describe('an imported member', () => {
  const credit = `select from public.points_log where reason = 'Points from before'`
  const imports = (points: number): Statement => [
    'select answer from public.import_members(gen_random_uuid(), $1)',
    [JSON.stringify([{ address, points }])],
  ]
  const accept = (with_code: string, email: string): Statement => [
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
      values (gen_random_uuid(), $1, jsonb_build_object('invitation', $2::text), now())`,
    [email, with_code],
  ]
  beforeEach(() => club.query('delete from public.points_log'))

  it('is invited once when two admins import them at the same moment, with the points of the first', async () => {
    const { rows } = await meet(club, { holder: first, holds: [imports(5)], comer: second, comes: imports(500) })
    expect(rows).toEqual([{ answer: 'recent' }])
    expect(await club.query('select points from private.mailed_invitations where address = $1', [address])).toEqual([
      { points: 5 },
    ])
  })

  it('gets the points once when two spellings of the mailbox accept at the same moment', async () => {
    await run(first, imports(5))
    const [row] = await club.query<{ code: string }>('select code from private.mailed_invitations where address = $1', [
      address,
    ])
    const of = (spelling: string) => accept(row?.code ?? '', spelling)
    await club.query(`update public.site_settings set joining = 'open'`)
    try {
      await meet(club, { holder, holds: [of(address)], comer, comes: of(address.replace('@', '+two@')) })
    } finally {
      await club.query(`update public.site_settings set joining = 'invitation'`)
    }
    expect(await club.query(credit)).toHaveLength(1)
  })

  it('gets nothing when an admin withdraws the invitation at the same moment', async () => {
    await run(first, imports(5))
    const [row] = await club.query<{ id: string; code: string }>(
      'select id, code from private.mailed_invitations where address = $1',
      [address],
    )
    const withdraw: Statement = ['select public.withdraw_invitations($1)', [[row?.id]]]
    const joins = accept(row?.code ?? '', address)
    await expect(meet(club, { holder: first, holds: [withdraw], comer, comes: joins })).rejects.toMatchObject(REFUSED)
    expect(await club.query(credit)).toEqual([])
  })
})

describe('a sender', () => {
  const takes: Statement = ['select jsonb_array_length(private.take_invitations(100)) as taken']
  const due = () =>
    club.query(
      `insert into private.mailed_invitations (address, code, expires_at)
        values ($1, gen_random_uuid(), now() + interval '1 day')`,
      [address],
    )
  beforeEach(() => club.query(`delete from private.mailed_invitations`))

  it('leaves what another one is taking', async () => {
    await due()
    const { rows } = await meet(club, { holder, holds: [takes], comer, comes: takes })
    expect(rows).toEqual([{ taken: 0 }])
  })

  it('leaves what an admin is withdrawing', async () => {
    await due()
    const { rows } = await meet(club, {
      holder: first,
      holds: [['select public.withdraw_invitations(array(select m.id from public.mailed_invitations() as m))']],
      comer,
      comes: takes,
    })
    expect(rows).toEqual([{ taken: 0 }])
    expect(await club.query('select outcome from private.mailed_invitations')).toEqual([{ outcome: 'dropped' }])
  })
})
