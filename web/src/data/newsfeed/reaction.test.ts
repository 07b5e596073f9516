import { expect, it } from 'vitest'
import { withOwnReaction } from './reaction.ts'

it('replaces the reader’s own reaction in the counts, and changes no other count', () => {
  const state = { reaction_counts: { heart: 3, fish: 1 }, my_reaction: 'fish' as const }
  expect(withOwnReaction(state, 'heart')).toEqual({ reaction_counts: { heart: 4, fish: 0 }, my_reaction: 'heart' })
  expect(withOwnReaction(state, null)).toEqual({ reaction_counts: { heart: 3, fish: 0 }, my_reaction: null })
  expect(withOwnReaction({ reaction_counts: {}, my_reaction: null }, 'trophy')).toEqual({
    reaction_counts: { trophy: 1 },
    my_reaction: 'trophy',
  })
  expect(withOwnReaction(state, 'fish')).toBe(state)
})

it('never counts below zero, even when the counts are out of date', () => {
  const behind = { reaction_counts: {}, my_reaction: 'heart' as const }
  expect(withOwnReaction(behind, null).reaction_counts).toEqual({ heart: 0 })
})
