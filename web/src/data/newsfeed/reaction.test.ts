import { expect, it } from 'vitest'
import { withMine } from './reaction.ts'

it('exchanges the own reaction in the counts, and only there', () => {
  const state = { reaction_counts: { heart: 3, fish: 1 }, my_reaction: 'fish' as const }
  expect(withMine(state, 'heart')).toEqual({ reaction_counts: { heart: 4, fish: 0 }, my_reaction: 'heart' })
  expect(withMine(state, null)).toEqual({ reaction_counts: { heart: 3, fish: 0 }, my_reaction: null })
  expect(withMine({ reaction_counts: {}, my_reaction: null }, 'trophy')).toEqual({
    reaction_counts: { trophy: 1 },
    my_reaction: 'trophy',
  })
  expect(withMine(state, 'fish')).toBe(state)
})

it('never counts below zero, even when the counts have not caught up', () => {
  const behind = { reaction_counts: {}, my_reaction: 'heart' as const }
  expect(withMine(behind, null).reaction_counts).toEqual({ heart: 0 })
})
