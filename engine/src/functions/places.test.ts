import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'
import { threadErrors } from './thread-errors.ts'

const STAYS = new AbortController().signal

it('serves in the order of arrival, and refuses when the queue is full', async () => {
  const places = createPlaces({ running: 1, waiting: 2 })
  const order: number[] = []
  const take = async (number: number) => {
    const leave = await places.take(STAYS)
    order.push(number)
    return leave
  }
  const leave = await take(1)
  const [second, third] = [take(2), take(3)]
  expect(places.load()).toEqual({ running: 1, waiting: 2 })
  expect(places.refuseFull).toThrow(expect.objectContaining({ code: 'TOO_MANY_CALLS' }))
  await expect(take(4)).rejects.toMatchObject({ code: 'TOO_MANY_CALLS' })
  leave()
  // Leaving twice gives no second place.
  leave()
  const leaveSecond = await second
  expect([order, places.load()]).toEqual([[1, 2], { running: 1, waiting: 1 }])
  leaveSecond()
  ;(await third)()
  expect([order, places.load()]).toEqual([[1, 2, 3], { running: 0, waiting: 0 }])
})

it('lets a caller leave the queue, with the reason, and does not admit one that has already disconnected', async () => {
  const places = createPlaces({ running: 1, waiting: 2 })
  const leave = await places.take(STAYS)
  const [gone, cut] = [new AbortController(), new AbortController()]
  const waiting = [places.take(gone.signal), places.take(cut.signal)]
  gone.abort()
  cut.abort(threadErrors.tooManyBodies())
  await expect(waiting[0]).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(waiting[1]).rejects.toMatchObject({ code: 'TOO_MANY_BODIES' })
  await expect(places.take(gone.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  leave()
  expect(places.load()).toEqual({ running: 0, waiting: 0 })
})
