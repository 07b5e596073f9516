// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catchesKeys } from '../../../data/catches/keys.ts'
import type { JournalSummary } from '../../../data/catches/summary-query.ts'
import { profileKeys } from '../../../data/profile/keys.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { WithSums } from './with-sums.tsx'

let answer: Promise<never>
vi.mock('../../../lib/supabase.ts', () => ({ supabase: () => answer }))

beforeEach(() => {
  answer = new Promise(() => {})
})
afterEach(cleanup)

const step = (grams: number) => ({ id: String(grams), grams, variety: 'mirror', caught_on: '2026-08-30' }) as const

function show(summary?: Partial<JournalSummary>) {
  renderPage(
    <WithSums memberId="mel" userId="tom">
      {({ best, count }) => (
        <p>
          best: {best ?? 'not known'}, catches: {count ?? 'not known'}
        </p>
      )}
    </WithSums>,
    (queries) => {
      queries.setQueryData(catchesKeys.pages('mel'), { pages: [[]], pageParams: [undefined] })
      queries.setQueryData(profileKeys.own('tom'), { weight_unit: 'lbs' })
      if (summary) queries.setQueryData(catchesKeys.summary('mel'), summary)
    },
  )
  return screen.findByText(/^best:/)
}

it('gives the last step of the best and the number of catches, in the unit of the viewer', async () => {
  const text = await show({ catch_count: 1058, steps: [step(9072), step(14_175)] })
  expect(text.textContent).toBe('best: 31 lb 4 oz, catches: 1,058')
})

it('gives a dash and none for a member without catches that the viewer may see', async () => {
  const text = await show({ catch_count: 0, steps: [] })
  expect(text.textContent).toBe('best: –, catches: 0')
})

it('gives nothing while they load, and dashes when they could not be loaded', async () => {
  expect((await show()).textContent).toBe('best: not known, catches: not known')
  cleanup()
  answer = Promise.reject(new Error('no answer'))
  await show()
  expect(await screen.findByText('best: –, catches: –')).toBeDefined()
})
