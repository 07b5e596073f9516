// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReportCase } from '../../../data/reports/console-case-query.ts'
import { SessionContext } from '../../../hooks/use-session.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { viewer } from '../../../testing/viewer.ts'
import { CaseFacts } from './case-facts.tsx'
import { CaseList } from './case-list.tsx'
import { DECISIONS, DecisionBar, isPossible } from './decision-bar.tsx'

const FOUND: ReportCase = {
  id: '1a52f3ba-77b9-4f6b-8e4e-5a3a8f6f0a11',
  kind: 'post',
  subject_id: '5f8a0d3e-2f62-4f35-9d3b-0e7a3b9a7c11',
  author_id: '6cb7e6a2-6d5c-4b44-9a6d-2f1c2f4f9d55',
  username: 'Bailiff',
  avatar_url: null,
  excerpt: 'The north bank is closed.',
  reports: 2,
  reasons: { abuse: 2 },
  is_hidden: true,
  opened_at: '2026-11-01T08:00:00Z',
  decision: null,
  hides: false,
  days: null,
  reason: '',
  decided_by: null,
  decided_at: null,
  version: 0,
  is_own: false,
  may_decide: true,
  is_in_force: null,
  can_undo: null,
  hidden_by_reports: true,
  said: 'The north bank is closed.',
  versions: [{ said: 'The north bank is closed.', reports: 2, was_shown: true }],
  now: {
    text: 'The north bank is closed.',
    image_url: null,
    more_images: [],
    at: '2026-11-01T07:00:00Z',
    path: '/newsfeed/1',
  },
  pictures: [],
  shown: '5d41402abc4b2a76b9719d911017c592',
  before: null,
  game: null,
  reported: [
    {
      id: '1',
      reason: 'abuse',
      words: 'He shouts',
      version: 1,
      at: '2026-11-01T08:00:00Z',
      username: 'Tom_Withy',
      reporter_id: null,
      avatar_url: null,
    },
  ],
  record: null,
  appeals: [],
}
const OWN: ReportCase = { ...FOUND, is_own: true, may_decide: false, reported: [], reasons: {} }
const renderCase = (found: ReportCase) =>
  renderPage(
    <>
      <CaseList label="Open reports" rows={[found]} caseId={undefined} onOpen={vi.fn()} />
      <CaseFacts found={found} />
      <DecisionBar
        found={found}
        writing={undefined}
        busy={false}
        onChoose={vi.fn()}
        onCancel={vi.fn()}
        onDone={vi.fn()}
      />
    </>,
  )

let reader: string | undefined
vi.mock('../../../hooks/use-session.ts', async (original) => ({
  ...(await original<typeof import('../../../hooks/use-session.ts')>()),
  useUserId: () => reader,
}))
beforeEach(() => {
  reader = FOUND.author_id ?? undefined
})
afterEach(cleanup)

it('a case about another member shows who reported it and why, and takes a decision', () => {
  renderCase(FOUND)
  expect(screen.getByText('Tom_Withy')).toBeTruthy()
  expect(screen.getByRole('cell', { name: '2 reports Insults or harassment 2' })).toBeTruthy()
  expect(screen.queryByText(/about you/i)).toBeNull()
  expect(screen.getByRole('group', { name: 'Decision' })).toBeTruthy()
  expect(DECISIONS.map(({ decision }) => isPossible(FOUND, decision))).not.toContain(false)
})

it('a text that was edited is shown in every version that was reported', () => {
  const versions = [
    { said: 'Go and drown', reports: 2, was_shown: false },
    { said: 'Tight lines', reports: 1, was_shown: true },
  ]
  const now = { text: 'Tight lines', image_url: null, more_images: [], at: null, path: '/newsfeed/1' }
  renderCase({ ...FOUND, said: 'Go and drown', versions, now })
  expect(screen.getByText('Go and drown')).toBeTruthy()
  expect(screen.getByText('Version 1, 2 reports. It is not shown now.')).toBeTruthy()
  expect(screen.getByText('Tight lines')).toBeTruthy()
  expect(screen.getByText('Version 2, 1 report. It is shown now.')).toBeTruthy()
  expect(screen.getByText(/He shouts \(version 1\)/)).toBeTruthy()
  expect(screen.queryByText(/Changed since/)).toBeNull()
})

it('a picture that the author has deleted is shown as it was reported, and one that is still there once', () => {
  const url = '/storage/v1/object/public/newsfeed-images/1/1.png'
  renderCase({ ...FOUND, pictures: [url], now: null })
  expect(screen.getByAltText('A picture as it was reported')).toBeTruthy()
  cleanup()
  renderCase({
    ...FOUND,
    pictures: [url],
    now: { text: FOUND.said, image_url: url, more_images: [], at: null, path: '/newsfeed/1' },
  })
  expect(screen.getByAltText('The photo of the post')).toBeTruthy()
  expect(screen.queryByAltText('A picture as it was reported')).toBeNull()
})

it('each picture of a post is shown in its order, and one that is gone since as it was reported', () => {
  const [first, second, third] = ['1', '2', '3'].map(
    (name) => `/storage/v1/object/public/newsfeed-images/1/${name}.png`,
  )
  const now = { text: FOUND.said, image_url: first ?? '', more_images: [third ?? ''], at: null, path: '/newsfeed/1' }
  renderCase({ ...FOUND, pictures: [first ?? '', second ?? '', third ?? ''], now })
  const shown = ['Photo 1 of 2 of the post', 'Photo 2 of 2 of the post', 'A picture as it was reported']
  for (const [at, name] of shown.entries())
    expect(screen.getByAltText(name).getAttribute('src')).toContain(`/newsfeed-images/1/${[1, 3, 2][at]}.png`)
})

it('a photo of a game entry is shown with its game, can be hidden, and is not removed', () => {
  const url = '/storage/v1/object/public/game-photos/1/1.jpg'
  const game = { title: 'Best carp', path: '/games/1', status: 'active', place: 2 }
  const entry: ReportCase = {
    ...FOUND,
    kind: 'entry',
    excerpt: 'Best carp',
    said: '',
    versions: [],
    pictures: [url],
    game,
  }
  const now = { text: '', image_url: url, more_images: [], at: FOUND.opened_at, path: '/games/1' }
  const possible = (found: ReportCase) =>
    DECISIONS.filter(({ decision }) => isPossible(found, decision)).map(({ decision }) => decision)
  renderCase({ ...entry, now })
  expect(screen.getByAltText('The photo of the entry')).toBeTruthy()
  expect(screen.getByText('game, active, place 2')).toBeTruthy()
  expect(screen.queryByText('The text is no longer stored.')).toBeNull()
  expect(screen.queryByText(/Taken down/)).toBeNull()
  expect(possible({ ...entry, now })).toEqual(['dismiss', 'hide', 'warn', 'suspend'])
  cleanup()
  renderCase({ ...entry, now: { ...now, image_url: null, more_images: [] } })
  expect(screen.getByAltText('A picture as it was reported')).toBeTruthy()
  expect(screen.getByText('Taken down since it was reported. The entry no longer shows it.')).toBeTruthy()
  expect(possible({ ...entry, now: { ...now, image_url: null, more_images: [] } })).toEqual([
    'dismiss',
    'warn',
    'suspend',
  ])
  cleanup()
  renderCase({ ...entry, now: null, game: null, pictures: [] })
  expect(screen.getByText('The photo is no longer stored.')).toBeTruthy()
})

it('a case about the reader says so, and that another admin decides', () => {
  renderCase(OWN)
  expect(screen.getByText('It is about you. You are not shown who reported it, or why.')).toBeTruthy()
  expect(screen.getByText('Hidden after 2 reports')).toBeTruthy()
  expect(screen.getByRole('cell', { name: '2 reports About you' })).toBeTruthy()
  expect(screen.getByText('Another admin must decide.')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Decision' })).toBeNull()
  expect(DECISIONS.map(({ decision }) => isPossible(OWN, decision))).not.toContain(true)
})

it('a case about the admin who made the reader one or set their password says so', () => {
  reader = '0d6a7a59-4c57-4c8c-8d4e-1f9a6f2b7c11'
  renderCase(OWN)
  expect(
    screen.getByText(/^It is about an account of yours, or the admin who gave you your role or set your password\./),
  ).toBeTruthy()
  expect(screen.getByRole('cell', { name: '2 reports Not shown to you' })).toBeTruthy()
})

it('the only admin decides about themselves, and does not see who reported it either', () => {
  renderCase({ ...OWN, may_decide: true })
  expect(screen.getByText('It is about you. You are not shown who reported it, or why.')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Decision' })).toBeTruthy()
})

it('a moderator reads that an admin decides what is about the team', () => {
  renderPage(
    <SessionContext value={viewer('moderator')}>
      <DecisionBar
        found={{ ...FOUND, may_decide: false }}
        writing={undefined}
        busy={false}
        onChoose={vi.fn()}
        onCancel={vi.fn()}
        onDone={vi.fn()}
      />
    </SessionContext>,
  )
  expect(screen.getByText('An admin must decide.')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Decision' })).toBeNull()
})
