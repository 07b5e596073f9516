import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { suspensionQuery } from '../../../data/newsfeed/suspension-query.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatMoment } from '../../../lib/format.ts'

/** Tells a suspended member so, with the reason and the end where there are any, and marks the notification as read. */
export function Suspended({ userId }: { userId: string }) {
  const now = useNow()
  const { data } = useQuery(suspensionQuery(userId))
  useReadHere(data ? '/newsfeed' : undefined)
  return (
    <Banner tone="warn">
      Your account has been suspended from posting in the newsfeed.
      {data?.reason && (
        <>
          {' '}
          Reason: <bdi>{data.reason}</bdi>
        </>
      )}
      {data?.endsAt && ` The suspension ends on ${formatMoment(data.endsAt, now)}.`}
    </Banner>
  )
}
