import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { HttpRequest } from '../../http/types.ts'
import { receivePart } from './receive-part.ts'
import type { Turn } from './turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-parts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.useRealTimers())

/** A request whose body the test sends, at a turn that the test asks for. */
function receiving(maxBytes: number, headers: Record<string, string> = {}) {
  const body = Object.assign(new PassThrough(), { complete: false })
  let ask = () => {}
  const turn = {
    whenAsked: (giveUp: () => void) => {
      ask = giveUp
      return () => {
        ask = () => {}
      }
    },
  } as unknown as Turn
  const broken: number[] = []
  const request = {
    raw: body,
    headers,
    breakOff: (status: number) => {
      broken.push(status)
      body.destroy(new Error('aborted'))
    },
  } as unknown as HttpRequest
  const path = join(folder, randomUUID())
  return {
    body,
    broken,
    ask: () => ask(),
    end: () => {
      body.complete = true
      body.end()
    },
    part: receivePart(request, turn, path, maxBytes),
    content: () => readFileSync(path, 'utf8'),
    arrived: async (text: string) => {
      while (!existsSync(path) || readFileSync(path, 'utf8') !== text) await new Promise(setImmediate)
    },
  }
}

it('receives a body to its end', async () => {
  const one = receiving(5)
  one.body.write('012')
  one.body.write('34')
  one.end()
  expect(await one.part).toEqual({ size: 5, isWhole: true })
  expect(one.content()).toBe('01234')
})

it('keeps what has arrived when the connection breaks, and when another request wants the turn', async () => {
  for (const [end, statuses] of [
    [(one: ReturnType<typeof receiving>) => one.body.destroy(new Error('aborted')), []],
    [(one: ReturnType<typeof receiving>) => one.ask(), [423]],
  ] as const) {
    const one = receiving(5)
    one.body.write('012')
    await one.arrived('012')
    end(one)
    expect(await one.part).toEqual({ size: 3, isWhole: false })
    expect(one.broken).toEqual(statuses)
  }
})

it('ends a connection after 50 seconds, before the server answers it with an error', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const one = receiving(5)
  one.body.write('012')
  await one.arrived('012')
  vi.advanceTimersByTime(49_999)
  expect(one.broken).toEqual([])
  vi.advanceTimersByTime(1)
  expect(one.broken).toEqual([408])
  expect(await one.part).toEqual({ size: 3, isWhole: false })
})

it('refuses one byte more, declared or not', async () => {
  const tooLarge = expect.objectContaining({ statusCode: 413, code: 'EntityTooLarge' })
  await expect(receiving(5, { 'content-length': '6' }).part).rejects.toEqual(tooLarge)
  const one = receiving(5)
  one.body.write('012345')
  await expect(one.part).rejects.toEqual(tooLarge)
})
