import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  other = await signUp(engine)
  await engine.owner.query(`
    create table public.catches (
      id bigint primary key, angler uuid, fish text, weight numeric, tags text[], more jsonb, secret text,
      big text, landed_at timestamptz
    );
    alter table public.catches enable row level security;
    create policy read_own on public.catches for select to authenticated using (angler is null or angler = auth.uid());
    grant select (id, angler, fish, weight, tags, more, big, landed_at) on public.catches to authenticated;
    create table public.marks (note text);
    grant select on public.marks to authenticated;
    alter publication supabase_realtime add table public.catches, public.marks`)
})
afterAll(async () => {
  await engine.close()
})

const sql = async (text: string, values: unknown[] = []) => await engine.owner.query(text, values)
const catches = { event: '*', schema: 'public', table: 'catches' } as const

describe('payloads', () => {
  it('carry the new row, the key of the old one and the time, in commit order', async () => {
    const seen = await follow(member, [catches])
    await sql(`insert into public.catches (id, fish, weight, tags, more, landed_at)
      values (9007199254740993, 'mirror', 12.5, '{a,"b c"}', '{"lake":"north"}', '2026-05-01T10:00:00Z')`)
    await sql(`update public.catches set fish = 'common', secret = 'swim 9' where id = 9007199254740993`)
    await sql('delete from public.catches where id = 9007199254740993')
    const [inserted, updated, deleted] = await seen.until(({ length }) => length >= 3)
    const row = {
      angler: null,
      fish: 'mirror',
      weight: 12.5,
      tags: ['a', 'b c'],
      more: { lake: 'north' },
      big: null,
      landed_at: '2026-05-01T10:00:00+00:00',
    }
    // Whoever is read when all is over finds the row gone: then only the deletion is told.
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, schema: 'public', table: 'catches', errors: null })
    expect(Object.keys(deleted?.old ?? {})).toEqual(['id'])
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { ...row, fish: 'common' } })
    expect(Object.keys(updated?.old ?? {})).toEqual(['id'])
    expect(inserted).toMatchObject({ eventType: 'INSERT', new: row, old: {} })
    expect(inserted?.new).not.toHaveProperty('secret')
    expect(inserted?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    await member.removeChannel(seen.channel)
  })
})
