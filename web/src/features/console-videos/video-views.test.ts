import { expect, it } from 'vitest'
import type { ConsoleVideo } from '../../data/live/console-videos-query.ts'
import { videoView } from './video-views.ts'

const now = new Date('2026-11-21T12:00:00Z')

it.each([
  [true, '2026-12-01T12:00:00Z', 'live'],
  [true, '2026-11-01T12:00:00Z', 'live'],
  [false, '2026-11-21T12:00:01Z', 'scheduled'],
  [false, now.toISOString(), 'ended'],
] as const)('a video that is active: %s, for %s, stands in %s', (isActive, scheduledFor, view) => {
  expect(videoView({ isActive, scheduledFor } as ConsoleVideo, now)).toBe(view)
})
