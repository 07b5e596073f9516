import { beforeEach, expect, it, vi } from 'vitest'
import type { UploadWatch } from '../../lib/photo/photo-upload.ts'
import { waitingTools } from './waiting-tools.ts'

interface Asked {
  method: string
  headers: Record<string, string>
}

interface Builder {
  update: () => Builder
  delete: () => Builder
  select: () => Builder
  eq: () => Builder
  setHeader: (name: string, value: string) => Builder
  throwOnError: () => Promise<{ data: unknown }>
}

const { asked, answers, upload } = vi.hoisted(() => ({
  asked: [] as Asked[],
  /** Rows for each request in turn. */
  answers: [] as unknown[],
  upload: vi.fn((_userId: string, _photo: File, _watch: UploadWatch) => Promise.resolve('tom/1.jpg')),
}))
vi.mock('../../lib/supabase.ts', () => {
  const request = (method: string) => {
    const one: Asked = { method, headers: {} }
    asked.push(one)
    const builder: Builder = {
      update: () => named('update'),
      delete: () => named('delete'),
      select: () => builder,
      eq: () => builder,
      setHeader: (name: string, value: string) => {
        one.headers[name] = value
        return builder
      },
      throwOnError: async () => ({ data: answers.shift() }),
    }
    const named = (name: string) => {
      one.method = name
      return builder
    }
    return builder
  }
  return { supabase: async () => ({ from: () => request('select'), rpc: (name: string) => request(name) }) }
})
vi.mock('./photo-query.ts', () => ({ uploadCatchPhoto: upload }))

const ROW = { id: 'c' }
const FIELDS = {
  grams: 14_742,
  caught_on: '2026-11-29',
  variety: 'mirror',
  visibility: 'connections',
  words: '',
  photo_path: null,
} as const
const remove = (...rows: unknown[]) => {
  answers.push(...rows)
  return waitingTools.remove('token', 'request')
}
const methods = () => asked.map(({ method }) => method)

beforeEach(() => {
  asked.length = 0
  answers.length = 0
})

it('deletes the catch of a request, each time as its angler', async () => {
  await remove('c', [ROW])
  expect(methods()).toEqual(['request_row', 'delete'])
  expect(asked.map(({ headers }) => headers.Authorization)).toEqual(['Bearer token', 'Bearer token'])
})

it('deletes nothing for a request that made nothing', async () => {
  await remove(null)
  expect(methods()).toEqual(['request_row'])
})

it('takes a catch that is gone already as deleted, and refuses when it is still there', async () => {
  await remove('c', [], [])
  expect(methods()).toEqual(['request_row', 'delete', 'select'])
  await expect(remove('c', [], [ROW])).rejects.toMatchObject({ code: '42501' })
})

it('refuses when a catch may not be changed', async () => {
  answers.push([ROW])
  await waitingTools.change('token', 'c', FIELDS)
  answers.push([])
  await expect(waitingTools.change('token', 'c', FIELDS)).rejects.toMatchObject({ code: '42501' })
})

it('ends an upload that would wait for the line', async () => {
  upload.mockImplementationOnce(async (_userId, _photo, { onWait }) => {
    onWait(false)
    onWait(true)
    return 'never'
  })
  const photo = new File(['carp'], 'photo')
  await expect(waitingTools.upload('tom', photo)).rejects.toMatchObject({ name: 'PhotoError', kind: 'network' })
  expect(await waitingTools.upload('tom', photo)).toBe('tom/1.jpg')
})
