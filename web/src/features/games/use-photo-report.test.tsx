// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ViewerFoot } from '../../components/photo-viewer/viewer-foot.tsx'
import { renderPage } from '../../testing/render-page.tsx'
// Loaded before the tests: its compilation on a busy machine takes longer than a test waits for the form.
import './components/report-photo.tsx'
import { usePhotoReport } from './use-photo-report.tsx'

let reader: string | undefined
vi.mock('../../hooks/use-session.ts', async (original) => ({
  ...(await original<typeof import('../../hooks/use-session.ts')>()),
  useUserId: () => reader,
}))
beforeEach(() => {
  reader = 'reader'
})
afterEach(cleanup)

/** The foot of the viewer for a photo of this member. */
function Foot({ entrantId }: { entrantId: string }) {
  const { reportOf, sheet } = usePhotoReport()
  const onReport = reportOf('entry', entrantId)
  const by = { id: entrantId, username: 'Finn', avatar_url: null }
  return (
    <>
      <ViewerFoot
        photos={[{ url: '/1.jpg', alt: 'Photo by Finn', by, onReport }]}
        index={0}
        onShow={vi.fn()}
        onReport={() => onReport?.()}
      />
      {sheet}
    </>
  )
}
const button = () => screen.queryByRole('button', { name: 'Report' })

it('a photo of another member can be reported', async () => {
  renderPage(<Foot entrantId="finn" />)
  button()?.click()
  expect(await screen.findByText('Report this photo')).toBeTruthy()
})

it.each([
  ['one’s own', 'reader'],
  // Shown under the ID of the entry.
  ['one of a member who has left', 'entry'],
])('%s cannot', (_, entrantId) => {
  renderPage(<Foot entrantId={entrantId} />)
  expect(screen.getByText('Finn')).toBeTruthy()
  expect(button()).toBeNull()
})
