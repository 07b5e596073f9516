import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { notificationFailureText } from '../../../data/notifications/failure-text.ts'
import { type Muted, mutedQuery, useMuteMutation } from '../../../data/notifications/mutes.ts'
import * as styles from '../settings.module.css'

/** The posts, games and members of which the member gets no notifications. */
export function MutedList() {
  const heading = useId()
  const muted = useQuery(mutedQuery())
  const mute = useMuteMutation()
  const toast = useToast()
  if (muted.isPending || muted.data?.length === 0) return null
  return (
    <Card as="section" pad aria-labelledby={heading}>
      <h2 id={heading}>Muted</h2>
      {muted.isError && <ErrorBanner action="loadSettings" error={muted.error} onRetry={() => void muted.refetch()} />}
      <ul className={styles.muted}>
        {muted.data?.map((each) => (
          <li key={each.subjectId} className={styles.line}>
            <span className="grow" dir="auto">
              {each.path === undefined ? nameOf(each) : <Link to={each.path}>{nameOf(each)}</Link>}
            </span>
            <Button
              variant="line"
              size="sm"
              aria-label={`Unmute ${nameOf(each)}`}
              onClick={() =>
                mute.mutate(
                  { subjectId: each.subjectId, muted: false },
                  {
                    onSuccess: () => toast('You will be notified again.'),
                    onError: (error) => toast(notificationFailureText('unmute', error), true),
                  },
                )
              }
            >
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function nameOf({ kind, title }: Muted): string {
  if (title === undefined) return 'An item that is no longer shown'
  return kind !== 'post' ? title : `Post: ${title === '' ? 'a photo' : title}`
}
