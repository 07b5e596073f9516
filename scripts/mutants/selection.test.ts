import { expect, it } from 'vitest'
import { sampleOf, select } from './selection.ts'

const mutant = (kind: string, object: string) => ({ kind, name: `${kind} of ${object}`, touches: [object], sql: '' })
const MUTANTS = [
  mutant('policy', 'public.points_log'),
  mutant('check', 'public.profiles'),
  mutant('raise', 'private.tg_points_log__apply'),
]
const names = (selection: Parameters<typeof select>[1]) =>
  select(MUTANTS, selection, '2026-12-01').map(({ touches }) => touches[0])

it('takes what a file of supabase/schema makes, or what has the word in its name', () => {
  expect(names({ domain: 'points' })).toEqual(['public.points_log', 'private.tg_points_log__apply'])
  expect(names({ domain: 'rofile' })).toEqual(['public.profiles'])
})

it('takes one kind', () => {
  expect(names({ kind: 'policy' })).toEqual(['public.points_log'])
})

it('takes those with a text in their names', () => {
  expect(names({ name: 'private.tg_points' })).toEqual(['private.tg_points_log__apply'])
  expect(names({ name: 'points_log', kind: 'policy' })).toEqual(['public.points_log'])
})

it('takes other ones each day, each once, and the same ones all day', () => {
  const all = Array.from({ length: 1000 }, (_, n) => n)
  const today = sampleOf(all, 30, '2026-12-01')
  expect(new Set(today).size).toBe(30)
  expect(sampleOf(all, 30, '2026-12-01')).toEqual(today)
  expect(sampleOf(all, 30, '2026-12-02')).not.toEqual(today)
  expect(sampleOf([1, 2], 30, '2026-12-01')).toHaveLength(2)
})
