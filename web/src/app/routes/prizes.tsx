import { Route, Routes, useLocation, useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { WonPage } from '../../features/prizes/components/won-page.tsx'
import { useUserId } from '../../hooks/use-session.ts'
import { Component as NotFound } from './not-found.tsx'
import { Component as PrizeClaim } from './prize-claim.tsx'
import { Component as Rewards } from './rewards.tsx'

/**
 * The pages below `/prizes`: the list of all prizes that a member won, and the page of one prize; and `/rewards`, whose
 * claim follows here. In one file, because every page loads the names of all files.
 */
export function Component() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/rewards')) return <Rewards />
  return (
    <Routes>
      <Route index element={<Prizes />} />
      <Route path="claim/:awardId" element={<PrizeClaim />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function Prizes() {
  const userId = useUserId()
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1))
  return (
    <Page title="Your prizes" lead="Everything you have won, and the status of each delivery.">
      {userId !== undefined && (
        <WonPage userId={userId} page={page} onPage={(next) => setParams(next === 1 ? {} : { page: String(next) })} />
      )}
    </Page>
  )
}
