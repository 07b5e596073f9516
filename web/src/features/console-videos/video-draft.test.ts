import { expect, it } from 'vitest'
import { newVideoDraft, UNKNOWN_EMBED, videoErrors, videoFields } from './video-draft.ts'

const draft = {
  ...newVideoDraft(),
  title: ' Winter rigs ',
  embedCode: ' https://vimeo.com/76979871 ',
  scheduledFor: '2026-12-01T19:00:00.000Z',
}

it('wants title, embed code and schedule', () => {
  expect(videoErrors(newVideoDraft())).toEqual({
    title: 'Title is required',
    embedCode: 'Embed code is required',
    scheduledFor: 'Scheduled time is required',
  })
  expect(videoErrors(draft)).toEqual({})
})

it('names what is no video, and what is too long', () => {
  expect(videoErrors({ ...draft, embedCode: 'https://evil.example/1' })).toEqual({ embedCode: UNKNOWN_EMBED })
  expect(videoErrors({ ...draft, title: '🐟'.repeat(101), description: 'x'.repeat(2001) })).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 2000 characters at most',
  })
})

it('stores trimmed texts', () => {
  expect(videoFields(draft)).toEqual({
    title: 'Winter rigs',
    description: '',
    embedCode: 'https://vimeo.com/76979871',
    scheduledFor: '2026-12-01T19:00:00.000Z',
    isActive: false,
  })
})
