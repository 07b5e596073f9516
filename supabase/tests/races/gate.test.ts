import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Deletions of accounts beside a write that takes long: its transaction is open, as that of a slow statement is.

let club: SqlClub
let member: string
let leaving: string
let slow: Client
let third: Client
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())
afterEach(() => run(slow, ['rollback']))
beforeEach(async () => {
  member = await club.signUp()
  leaving = await club.signUp()
  slow = await club.as(member)
  third = await club.as(await club.signUp())
  // A writer that stands behind a deletion fails instead of waiting until the bound.
  await run(third, [`set lock_timeout = '2s'`])
  await run(slow, ['begin'])
  await run(slow, write)
})

const write: Statement = ['insert into public.newsfeed_posts (content) values (gen_random_uuid()::text)']
const remove = (who: string): Statement => ['delete from auth.users where id = $1', [who]]
const isThere = async (who: string) =>
  (await club.query('select from public.profiles where id = $1', [who])).length === 1

/** Begins a deletion, and ends when it waits. */
async function begin(client: Client, statement: Statement) {
  const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  let answer: unknown
  const done = run(client, statement).then(
    () => {
      answer = 'done'
    },
    (error: { code: string }) => {
      answer = error.code
    },
  )
  while (
    answer === undefined &&
    (await club.query(`select where cardinality(pg_blocking_pids($1)) > 0`, [pid])).length === 0
  );
  return { answer: () => answer, done }
}

describe('while a deletion waits for a slow write', () => {
  it('others write at once, and the deletion follows when the slow one has ended', async () => {
    const deletion = await begin(await club.connect(), remove(leaving))
    for (let n = 0; n < 5; n++) await run(third, write)
    expect(deletion.answer()).toBeUndefined()
    await run(slow, ['commit'])
    await deletion.done
    expect([deletion.answer(), await isThere(leaving)]).toEqual(['done', false])
  })

  it('others write at once, however many deletions wait', async () => {
    const deletions = []
    for (let n = 0; n < 6; n++) deletions.push(await begin(await club.connect(), remove(await club.signUp())))
    for (let n = 0; n < 5; n++) await run(third, write)
    await run(slow, ['commit'])
    await Promise.all(deletions.map(({ done }) => done))
    expect(deletions.map(({ answer }) => answer())).toEqual(deletions.map(() => 'done'))
  })

  it('it is refused after five seconds, and has changed nothing', async () => {
    const deletion = await begin(await club.connect(), remove(leaving))
    await deletion.done
    expect([deletion.answer(), await isThere(leaving)]).toEqual(['55P03', true])
    await run(slow, ['commit'])
  }, 20_000)

  it('the account’s next request to delete it is refused at once', async () => {
    await club.query(
      `update auth.users set encrypted_password = extensions.crypt('long enough', extensions.gen_salt('bf', 4)) where id = $1`,
      [leaving],
    )
    const leave: Statement = [`select public.delete_own_account('long enough')`]
    const deletion = await begin(await club.as(leaving), leave)
    await expect(run(await club.as(leaving), leave)).rejects.toMatchObject({
      code: '55P03',
      message: 'this account is being deleted',
    })
    await run(slow, ['commit'])
    await deletion.done
    expect([deletion.answer(), await isThere(leaving)]).toEqual(['done', false])
  })
})

describe('while the leaver’s own profile is kept by a slow statement', () => {
  beforeEach(async () => {
    await run(slow, ['rollback'])
    await run(slow, ['begin'])
    await club.query(
      `update auth.users set encrypted_password = extensions.crypt('long enough', extensions.gen_salt('bf', 4)) where id = $1`,
      [member],
    )
    await run(slow, [`update public.profiles set bio = 'Packing' where id = $1`, [member]])
  })
  const admin = async () => {
    const who = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [who])
    return club.as(who)
  }
  const own: Statement = [`select public.delete_own_account('long enough') as done`]

  it.each(['by the leaver', 'by an admin'])(
    'others write at once while it is deleted %s, which follows',
    async (who) => {
      const [client, statement]: [Client, Statement] =
        who === 'by an admin'
          ? [await admin(), ['select public.delete_user($1)', [member]]]
          : [await club.as(member), own]
      let hasEnded = false
      const deletion = run(client, statement).finally(() => {
        hasEnded = true
      })
      deletion.catch(() => {})
      // Over several turns of it.
      for (let n = 0; n < 20; n++) {
        await run(third, write)
        await sleep(25)
      }
      expect([hasEnded, await isThere(member)]).toEqual([false, true])
      await run(slow, ['commit'])
      await deletion
      expect(await isThere(member)).toBe(false)
    },
  )

  it('it is refused after five seconds, and has changed nothing', async () => {
    await expect(run(await club.as(member), own)).rejects.toMatchObject({ code: '55P03' })
    expect(await isThere(member)).toBe(true)
  }, 20_000)
})

it('succeeds between many short writes that overlap', async () => {
  await run(slow, ['commit'])
  let isOver = false
  const writers = Array.from({ length: 4 }, async () => {
    const client = await club.connect()
    while (!isOver) {
      await run(client, ['begin'])
      await run(client, ['select private.hold_gate()'])
      await sleep(15)
      await run(client, ['commit'])
    }
  })
  await run(await club.connect(), remove(leaving))
  isOver = true
  await Promise.all(writers)
  expect(await isThere(leaving)).toBe(false)
})

it('a member’s DELETE of a profile deletes nothing and does not wait', async () => {
  const own = await club.as(leaving)
  await run(own, [`set lock_timeout = '2s'`])
  for (const sql of [`delete from public.profiles where id = '${leaving}'`, 'delete from public.profiles']) {
    expect((await run(own, [sql])).rowCount).toBe(0)
  }
  expect(await isThere(leaving)).toBe(true)
  await run(slow, ['commit'])
})
