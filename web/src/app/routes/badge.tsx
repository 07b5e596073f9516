import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { NotFound } from '../../components/single/not-found.tsx'
import { BadgePage } from '../../features/badges/components/badge-page.tsx'
import { useUserId } from '../../hooks/use-session.ts'
import { isUuid } from '../../lib/is-uuid.ts'

/** `/badges/:badgeId`. */
export function Component() {
  const userId = useUserId()
  const { badgeId } = useParams()
  if (!isUuid(badgeId)) return <NotFound />
  return userId === undefined ? (
    <Page title="Badge">{null}</Page>
  ) : (
    <BadgePage key={badgeId} userId={userId} badgeId={badgeId} />
  )
}
