import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type EarlyAnswer, withEarlyAnswers } from './early-answers.ts'

const ADDRESS = 'https://club.example/rest/v1/newsfeed_posts'
const headers = { authorization: 'Bearer token' }

let reply: Response
beforeEach(() => {
  vi.useFakeTimers()
  reply = new Response('[]')
  const early: EarlyAnswer = {
    authorization: 'Bearer token',
    accept: '',
    at: performance.now(),
    answer: Promise.resolve(reply),
  }
  globalThis.early = { config: new Promise(() => {}), answers: new Map([[ADDRESS, early]]) }
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.early = undefined
})

const late = () => Promise.resolve(new Response('late'))

it('passes an early answer to the same request, once', async () => {
  const ask = withEarlyAnswers(late)
  expect(await ask(ADDRESS, { headers })).toBe(reply)
  expect(await (await ask(ADDRESS, { headers })).text()).toBe('late')
})

it('releases an answer requested as another account, so that it holds no connection', async () => {
  const ask = withEarlyAnswers(late)
  expect(await (await ask(ADDRESS, { headers: { authorization: 'Bearer other' } })).text()).toBe('late')
  await vi.runAllTimersAsync()
  expect(reply.bodyUsed).toBe(true)
})

it('releases an answer that no request takes in time', async () => {
  withEarlyAnswers(late)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(reply.bodyUsed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(reply.bodyUsed).toBe(true)
  expect(globalThis.early?.answers.size).toBe(0)
})

it('releases an answer whose request was aborted before it arrived', async () => {
  const asker = new AbortController()
  const ask = withEarlyAnswers(late)(ADDRESS, { headers, signal: asker.signal })
  asker.abort(new Error('left'))
  await expect(ask).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(0)
  expect(reply.bodyUsed).toBe(true)
})
