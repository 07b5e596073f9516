import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { race } from '../support/races.ts'
import { carpOfTheWeek, png, putPicture, stored, UPLOAD } from './pictures.ts'

// A row that names a file, and a request that deletes the file, at the same moment: one of the two must fail.

let area: MemberArea
let member: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  member = await signUp(area.engine)
})
afterAll(() => area.engine.close())

const BUCKET = 'newsfeed-images'
const exists = async (bucket: string, path: string) =>
  (await area.row('select from storage.objects where bucket_id = $1 and name = $2', [bucket, path])) !== undefined
const insertPost = (path: string): [string, string[]] => [
  `insert into public.newsfeed_posts (user_id, content, image_url) values ($1, 'A carp', $2)`,
  [member.user.id, stored(BUCKET, path)],
]
const insertCard = (path: string): [string, string[]] => [
  `insert into public.info_cards (title, placement, image_url, start_date, end_date)
    values ('Card', 'home', $1, now(), now() + interval '1 day')`,
  [stored('fishing-photos', path)],
]
/** Deletes an account without waking the engine, which would clean up first. */
const leaveUnnoticed = (who: Persona) =>
  area.engine.owner.query(
    `begin;
    alter table auth.users disable trigger _500_wake_sweep;
    delete from auth.users where id = '${who.user.id}';
    alter table auth.users enable trigger _500_wake_sweep;
    commit`,
  )
const waitsForLock = (pid: number | undefined) =>
  expect.poll(() => area.row('select from pg_locks where pid = $1 and not granted', [pid])).toBeDefined()

/** Runs work on a database connection; `as` sends what follows in a transaction of that member. */
async function connected(
  work: (client: pg.Client, pid: number | undefined, as: (who: Persona) => Promise<unknown>) => Promise<void>,
) {
  const client = new pg.Client(area.engine.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const as = async (who: Persona) => {
    await client.query('begin; set local role authenticated')
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: who.user.id, role: 'authenticated' }),
    ])
  }
  try {
    await work(client, rows[0]?.pid, as)
  } finally {
    await client.end()
  }
}

describe('a file that is being deleted while a row names it', () => {
  it('stays when the row came first', async () => {
    const path = await putPicture(member, BUCKET)
    await connected(async (author, _pid, as) => {
      await as(member)
      await author.query(...insertPost(path))
      const removal = member.storage.from(BUCKET).remove([path])
      await expect
        .poll(() => area.row(`select from pg_locks where locktype = 'advisory' and not granted`))
        .toBeDefined()
      await author.query('commit')
      expect(expectAllowed(await removal)).toEqual([])
    })
    expect(await exists(BUCKET, path)).toBe(true)
  })

  it('is deleted if the deletion came first, and the row is refused', async () => {
    const path = await putPicture(member, BUCKET)
    await connected((remover, _pid, asRemover) =>
      connected(async (author, pid, asAuthor) => {
        await asRemover(member)
        await remover.query(`set local storage.allow_delete_query = 'true'`)
        await remover.query('delete from storage.objects where bucket_id = $1 and name = $2', [BUCKET, path])
        await asAuthor(member)
        const refused = expect(author.query(...insertPost(path))).rejects.toMatchObject({ code: 'FL001' })
        await waitsForLock(pid)
        await remover.query('commit')
        await refused
      }),
    )
    expect(await exists(BUCKET, path)).toBe(false)
  })

  it('is deleted if the clean-up came first, and the row is refused', async () => {
    const path = await putPicture(member, BUCKET)
    await area.row(`update private.unneeded_files set since = now() - interval '1 minute' where name = $1`, [path])
    await connected((cleaner) =>
      connected(async (author, pid, as) => {
        await cleaner.query(`begin; set local storage.allow_delete_query = 'true'`)
        const { rows } = await cleaner.query<{ name: string }>('select f.name from private.files_to_remove(1000) as f')
        expect(rows.map(({ name }) => name)).toContain(path)
        await as(member)
        const refused = expect(author.query(...insertPost(path))).rejects.toMatchObject({ code: 'FL001' })
        await waitsForLock(pid)
        await cleaner.query('delete from storage.objects where name = $1', [path])
        await cleaner.query('commit')
        await refused
      }),
    )
  })

  it('is not on the clean-up’s list while a row is about to name it', async () => {
    const path = await putPicture(member, BUCKET)
    await area.row(`update private.unneeded_files set since = now() - interval '1 minute' where name = $1`, [path])
    await connected((author, _pid, as) =>
      connected(async (cleaner, pid) => {
        await as(member)
        await author.query(...insertPost(path))
        const listed = cleaner.query<{ name: string }>('select f.name from private.files_to_remove(1000) as f')
        await waitsForLock(pid)
        await author.query('commit')
        expect((await listed).rows.map(({ name }) => name)).not.toContain(path)
      }),
    )
  })

  it('is removed by the clean-up while a request waits to remove it, without a deadlock', async () => {
    const path = await putPicture(member, BUCKET)
    await area.row(`update private.unneeded_files set since = now() - interval '1 minute' where name = $1`, [path])
    await connected((cleaner) =>
      connected(async (remover, pid, as) => {
        await cleaner.query(`begin; set local storage.allow_delete_query = 'true'`)
        const { rows } = await cleaner.query<{ name: string }>('select f.name from private.files_to_remove(1000) as f')
        expect(rows.map(({ name }) => name)).toContain(path)
        await as(member)
        await remover.query(`set local storage.allow_delete_query = 'true'`)
        const removal = remover.query('delete from storage.objects where name = $1', [path])
        await waitsForLock(pid)
        await cleaner.query('delete from storage.objects where name = $1', [path])
        await cleaner.query('commit')
        expect((await removal).rowCount).toBe(0)
      }),
    )
    expect(await exists(BUCKET, path)).toBe(false)
  })

  it('is left to a request that is removing it, and removed by the clean-up when that one fails', async () => {
    const path = await putPicture(member, BUCKET)
    await area.row(`update private.unneeded_files set since = now() - interval '1 minute' where name = $1`, [path])
    const listed = async () => {
      const rows = await area.engine.owner.query('select f.name from private.files_to_remove(1000) as f')
      return rows.some(({ name }) => name === path)
    }
    await connected(async (remover, _pid, as) => {
      await as(member)
      await remover.query(`set local storage.allow_delete_query = 'true'`)
      await remover.query('delete from storage.objects where name = $1', [path])
      expect(await listed()).toBe(false)
      await remover.query('rollback')
      expect(await listed()).toBe(true)
    })
  })

  it('of a deleted account stays when a card came first', async () => {
    const path = await putPicture(member, 'fishing-photos')
    await connected((author, _pid, as) =>
      connected(async (cleaner, pid) => {
        await leaveUnnoticed(member)
        await as(area.admin)
        await author.query(...insertCard(path))
        const listed = cleaner.query<{ name: string }>('select f.name from private.left_files(1000) as f')
        await waitsForLock(pid)
        await author.query('commit')
        expect((await listed).rows.map(({ name }) => name)).not.toContain(path)
      }),
    )
  })

  it('of a deleted account is deleted if the clean-up came first, and the card is refused', async () => {
    const path = await putPicture(member, 'fishing-photos')
    await leaveUnnoticed(member)
    await connected((cleaner) =>
      connected(async (author, pid, as) => {
        await cleaner.query(`begin; set local storage.allow_delete_query = 'true'`)
        const { rows } = await cleaner.query<{ name: string }>('select f.name from private.left_files(1000) as f')
        expect(rows.map(({ name }) => name)).toContain(path)
        await as(area.admin)
        const refused = expect(author.query(...insertCard(path))).rejects.toMatchObject({ code: 'FL001' })
        await waitsForLock(pid)
        await cleaner.query('delete from storage.objects where name = $1', [path])
        await cleaner.query('commit')
        await refused
      }),
    )
  })

  race('requests of one member leave no entry without its picture', async () => {
    const game = await carpOfTheWeek(area)
    const path = await putPicture(member, 'game-photos')
    await area.row('delete from public.game_entries where user_id = $1 returning id', [member.user.id])
    const [entered, removed] = await Promise.all([
      member.from('game_entries').insert({ game_id: game, photo_url: stored('game-photos', path) }),
      member.storage.from('game-photos').remove([path]),
    ])
    const deleted = (removed.data ?? []).length === 1
    expect([entered.error?.code, deleted]).toEqual(deleted ? ['FL001', true] : [undefined, false])
    expect(await exists('game-photos', path)).toBe(!deleted)
  })
})

describe('an upload signed for an admin', () => {
  it('is refused after the demotion, and accepted before it', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const signed = async () => {
      const path = `${randomUUID()}.png`
      const { token } = expectAllowed(await admin.storage.from('games-images').createSignedUploadUrl(path))
      return {
        path,
        put: async () => admin.storage.from('games-images').uploadToSignedUrl(path, token, await png(), UPLOAD),
      }
    }
    const [before, after] = [await signed(), await signed()]
    expectAllowed(await before.put())
    await area.admin.from('profiles').update({ is_admin: false }).eq('id', admin.user.id).throwOnError()
    expect((await after.put()).error).toMatchObject({ statusCode: '403' })
    expect([await exists('games-images', before.path), await exists('games-images', after.path)]).toEqual([true, false])
  })
})
