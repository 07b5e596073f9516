// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Post } from '../../data/newsfeed/post.ts'
import type { Reaction } from '../../data/newsfeed/reaction.ts'
import { useReactionSetMutation } from '../../data/newsfeed/reaction-set-mutation.ts'
import { useReaction } from './use-reaction.ts'

vi.mock('../../data/newsfeed/reaction-set-mutation.ts', () => ({ useReactionSetMutation: vi.fn() }))

/** Pending requests, to be answered by the test. */
let requests: { reaction: Reaction | null; confirm: () => Promise<void>; fail: () => Promise<void> }[] = []

beforeEach(() => {
  requests = []
  const mutateAsync = (reaction: Reaction | null) =>
    new Promise<Reaction | null>((resolve, reject) => {
      requests.push({
        reaction,
        confirm: () => act(async () => resolve(reaction)),
        fail: () => act(async () => reject(new Error('refused'))),
      })
    })
  vi.mocked(useReactionSetMutation).mockReturnValue({ mutateAsync } as never)
})
afterEach(cleanup)

const post = { id: 'p', reaction_counts: { heart: 2 }, my_reaction: null } as unknown as Post
const start = () => renderHook((shown: Post) => useReaction(shown, 'me'), { initialProps: post })
const sent = () => requests.map(({ reaction }) => reaction)

it('shows a click at once and finally what the server confirmed', async () => {
  const { result, rerender } = start()
  act(() => result.current.choose('heart'))
  expect(result.current.shown).toMatchObject({ my_reaction: 'heart', reaction_counts: { heart: 3 } })
  rerender({ ...post, my_reaction: 'heart', reaction_counts: { heart: 3 } })
  await requests[0]?.confirm()
  expect(result.current.shown).toMatchObject({ my_reaction: 'heart', reaction_counts: { heart: 3 } })
  expect(result.current.failure).toBeUndefined()
})

it('sends one request at a time, then only the newest of the clicks made meanwhile', async () => {
  const { result } = start()
  act(() => result.current.choose('heart'))
  act(() => result.current.choose('fish'))
  act(() => result.current.choose('trophy'))
  expect(sent()).toEqual(['heart'])
  expect(result.current.shown.my_reaction).toBe('trophy')
  await requests[0]?.confirm()
  expect(sent()).toEqual(['heart', 'trophy'])
  await requests[1]?.confirm()
  expect(sent()).toHaveLength(2)
})

it('treats a double tap as setting and removing the reaction', async () => {
  const { result } = start()
  act(() => {
    result.current.choose('heart')
    result.current.choose('heart')
  })
  expect(result.current.shown).toMatchObject({ my_reaction: null, reaction_counts: { heart: 2 } })
  await requests[0]?.confirm()
  await requests[1]?.confirm()
  expect(sent()).toEqual(['heart', null])
})

it('sends nothing more when the last click equals what the request has just set', async () => {
  const { result } = start()
  act(() => {
    for (const click of ['heart', 'fish', 'heart'] as const) result.current.choose(click)
  })
  await requests[0]?.confirm()
  expect(sent()).toEqual(['heart'])
})

it('reverts after a failure and shows it until the next click', async () => {
  const { result } = start()
  act(() => result.current.choose('heart'))
  await requests[0]?.fail()
  expect(result.current.shown).toMatchObject({ my_reaction: null, reaction_counts: { heart: 2 } })
  expect(result.current.failure).toBeInstanceOf(Error)
  act(() => result.current.choose('heart'))
  expect(result.current.failure).toBeUndefined()
})

it('still sends the newest click when the one before it failed', async () => {
  const { result } = start()
  act(() => result.current.choose('heart'))
  act(() => result.current.choose('fish'))
  await requests[0]?.fail()
  expect(sent()).toEqual(['heart', 'fish'])
  await requests[1]?.confirm()
  expect(result.current.failure).toBeUndefined()
})
