import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { UNKNOWN_EMBED, VIDEO_EDITOR, videoSchema } from './video-schema.ts'

const newVideo = VIDEO_EDITOR.read(undefined)

const draft = {
  ...newVideo,
  title: ' Winter rigs ',
  embedCode: ' https://vimeo.com/76979871 ',
  scheduledFor: '2026-12-01T19:00:00.000Z',
}

it('requires title, embed code and schedule', () => {
  expect(errorsOf(videoSchema, newVideo)).toEqual({
    title: 'Title is required',
    embedCode: 'Embed code is required',
    scheduledFor: 'Scheduled time is required',
  })
  expect(errorsOf(videoSchema, draft)).toEqual({})
})

it('rejects other addresses, and texts that are too long', () => {
  expect(errorsOf(videoSchema, { ...draft, embedCode: 'https://evil.example/1' })).toEqual({ embedCode: UNKNOWN_EMBED })
  expect(errorsOf(videoSchema, { ...draft, title: '🐟'.repeat(101), description: 'x'.repeat(2001) })).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 2000 characters at most',
  })
})

it('stores trimmed texts', () => {
  expect(videoSchema.parse(draft)).toEqual({
    title: 'Winter rigs',
    description: '',
    embedCode: 'https://vimeo.com/76979871',
    scheduledFor: '2026-12-01T19:00:00.000Z',
    isActive: false,
  })
})
