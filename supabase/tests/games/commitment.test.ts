import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, service } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

interface Game {
  id: string
  metadata: Record<string, string | number | undefined>
}

const open = async (fields: object): Promise<Game> =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', ...fields }))
      .select('id, metadata')
      .single(),
  )
const enter = async (game_id: string, entry_data: object) =>
  expectAllowed(await area.member.from('game_entries').insert({ game_id, entry_data }).select())

const TOOL = 'sha256sum'

/** The command line check that every member can run. */
function sha256sum(text: string): string {
  const { stdout, status } = spawnSync(TOOL, { input: text, encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.slice(0, 64)
}

const GAMES = [
  { type: 'pick_swim', metadata: { winning_square: 37 }, entry: { square: 36 }, answer: '37', key: 'winning_square' },
  {
    type: 'guess_weight',
    metadata: { actual_weight: 28.6, unit: 'lbs' },
    entry: { weight: 28.5 },
    answer: '28.6 lbs',
    key: 'actual_weight',
  },
  {
    type: 'guess_weight',
    metadata: { actual_weight: 30.0, unit: 'kg' },
    entry: { weight: 1 },
    answer: '30 kg',
    key: 'actual_weight',
  },
] as const

describe('the commitment of a game', () => {
  it.each(GAMES)('of $type ($answer) is the SHA-256 of ID, answer and salt', async (it) => {
    const before = await open({ type: it.type, metadata: it.metadata })
    await enter(before.id, it.entry)
    expectAllowed(await area.admin.from('games').update({ status: 'completed' }).eq('id', before.id).select())
    // A member has everything needed: the commitment from before, and what the API returns now.
    const after: Game = expectAllowed(
      await area.member.from('games').select('id, metadata').eq('id', before.id).single(),
    )
    expect(after.metadata.commitment).toBe(before.metadata.commitment)
    expect(after.metadata.salt).toMatch(/^[0-9a-f]{64}$/)
    const shown = [after.metadata[it.key], after.metadata.unit].filter((part) => part !== undefined).join(' ')
    expect(shown).toBe(it.answer)
    expect(sha256sum(`${after.id}:${shown}:${after.metadata.salt}`)).toBe(before.metadata.commitment)
    expect(sha256sum(`${after.id}:${shown}0:${after.metadata.salt}`)).not.toBe(before.metadata.commitment)
  })

  it('differs for the same answer in another game', async () => {
    const [one, two] = [await open({}), await open({})]
    expect(one.metadata.commitment).not.toBe(two.metadata.commitment)
  })
})

describe('before completion the answer', () => {
  it.each([
    { type: 'pick_swim', key: 'winning_square', right: 37, wrong: 38, metadata: { winning_square: 37 } },
    {
      type: 'guess_weight',
      key: 'actual_weight',
      right: 28.6,
      wrong: 28.7,
      metadata: { actual_weight: 28.6, unit: 'lbs' },
    },
  ])('of $type does not affect any response of the API', async ({ type, key, right, wrong, metadata }) => {
    const hidden = await open({ type, metadata })
    const { id } = hidden
    await enter(id, type === 'pick_swim' ? { square: 5 } : { weight: 5 })
    for (const who of [area.member, area.suspended, area.admin, guest(area.engine), service(area.engine)]) {
      const games = () => who.from('games')
      const same = async (
        ask: (value: number) => PromiseLike<{ data: unknown; count: number | null; error: unknown }>,
      ) => {
        const [hit, miss] = [await ask(right), await ask(wrong)]
        expect([hit.data, hit.count, hit.error]).toEqual([miss.data, miss.count, miss.error])
      }
      await same((value) => games().select('id').eq('id', id).eq(`metadata->>${key}`, value))
      await same((value) => games().select('id').eq('id', id).eq(`metadata->${key}`, value))
      await same((value) => games().select('id').eq('id', id).gte(`metadata->${key}`, value))
      await same((value) =>
        games()
          .select('id')
          .eq('id', id)
          .contains('metadata', { [key]: value }),
      )
      await same((value) => games().select('id').eq('id', id).or(`metadata->>${key}.eq.${value}`))
      await same((value) =>
        games().select('*', { count: 'exact', head: true }).eq('id', id).eq(`metadata->>${key}`, value),
      )
      await same((value) =>
        who.from('game_entries').select('id, games!inner(id)').eq('game_id', id).eq(`games.metadata->>${key}`, value),
      )
      for (const ask of [
        games().select('*, game_entries(*), prize_packages(*)').eq('id', id),
        games().select(`found:metadata->${key}, salt:metadata->salt`).eq('id', id),
        games().select('*').eq('id', id).order(`metadata->${key}`),
        who.from('game_entries').select('*, games(*)').eq('game_id', id),
        who.rpc('game_entrants', { game_id: id }),
        who.from('audit_log').select('action, subject_label, details').eq('subject_id', id),
      ]) {
        const text = JSON.stringify((await ask).data ?? '')
        expect(text).not.toMatch(new RegExp(`[:"]${right}[",}]`))
        expect(text).not.toMatch(/"salt":"|winning_square|actual_weight/)
      }
      for (const table of ['game_answers', 'private.game_answers'])
        expect((await who.from(table).select()).error?.code).toMatch(/^(PGRST205|42501|42P01)$/)
      expect((await who.schema('private').from('game_answers').select()).error?.code).toBe('PGRST106')
    }
  })

  it('cannot be inferred from winners, nor from the error that a member gets', async () => {
    const { id } = await open({ metadata: { winning_square: 37 } })
    await enter(id, { square: 37 })
    const entry = expectAllowed(
      await area.member.from('game_entries').select('is_winner, winner_place').eq('game_id', id),
    )
    expect(entry).toEqual([{ is_winner: false, winner_place: null }])
    const asked = await area.member.rpc('game_answer', { game_id: id })
    expect([asked.data, asked.error?.code]).toEqual([null, '42501'])
  })
})
