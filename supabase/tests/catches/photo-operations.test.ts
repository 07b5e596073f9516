import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What the storage service does with the photo of a catch, by the name that it gives to the policies. It differs between
// our engine, hosted Supabase and its versions, so the names are tried here without a service.

let club: SqlClub
let angler: Client
let reader: Client
let path: string
beforeAll(async () => {
  club = await openSqlClub()
  const id = await club.signUp()
  path = `${id}/${randomUUID()}.png`
  await club.query(`insert into storage.objects (bucket_id, name) values ('catch-photos', $1)`, [path])
  await club.query(
    `insert into public.catches (user_id, grams, caught_on, variety, visibility, photo_path)
      values ($1, 9000, '2026-01-01', 'common', 'members', $2)`,
    [id, path],
  )
  angler = await club.as(id)
  reader = await club.as(await club.signUp())
})
afterAll(() => club.close())

/** Whether the policies show the photo to a member while the service does this; undefined: it gives no name. */
async function isShown(to: Client, operation: string | undefined): Promise<boolean> {
  await to.query('begin')
  if (operation !== undefined) await to.query(`select set_config('storage.operation', $1, true)`, [operation])
  const { rows } = await to.query(`select from storage.objects where bucket_id = 'catch-photos' and name = $1`, [path])
  await to.query('rollback')
  return rows.length === 1
}

const READING = [
  'object.get_authenticated',
  'object.info',
  'object.info_authenticated',
  'object.get_authenticated_info',
  'object.list',
  'object.list_v2',
  'object.copy',
  'render.image',
  'render.image_authenticated',
]
const OTHER = [
  'object.sign',
  'object.sign_many',
  'object.sign_upload_url',
  'object.upload',
  'object.upload_update',
  'object.move',
  's3.object.get',
  'object.get_authenticated_for_a_week',
  'storage.object.get_authenticated',
]

describe('the photo of a catch, for a member who may see it,', () => {
  it.each(READING.flatMap((name) => [name, `storage.${name}`]))('is there during %s', async (operation) => {
    expect(await isShown(reader, operation)).toBe(true)
  })

  it.each([undefined, '', ...OTHER.map((name) => `storage.${name}`), 'object.sign', 'object.sign_many'])(
    'is not there during %s, which is the angler’s own',
    async (operation) => {
      expect(await isShown(reader, operation)).toBe(false)
      expect(await isShown(angler, operation)).toBe(true)
    },
  )
})
