import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { canMailQuery } from '../../../data/invitations/console-can-mail-query.ts'
import { mailedQuery } from '../../../data/invitations/console-mailed-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../invitations.module.css'
import { useMailedSearch } from '../use-mailed-search.ts'
import { InviteForm } from './invite-form.tsx'
import { MailedList } from './mailed-list.tsx'

/** Invites addresses by email where the site sends any, and lists those that were invited. */
export function EmailView({ onLinks }: { onLinks: () => void }) {
  const { data: canMail, error, refetch } = useQuery(canMailQuery)
  const search = useMailedSearch()
  // Drawn below the form, whose height is not known before, and loaded beside the answer.
  usePrefetchInfiniteQuery(mailedQuery(search.chosen))
  if (canMail === undefined && !error) return <Loading />
  return (
    <div className={styles.email}>
      {canMail && <Invite />}
      {canMail === false && <NoMail onLinks={onLinks} />}
      {canMail === undefined && (
        <ErrorBanner action={consoleFailureText.loadInvitations} error={error} onRetry={() => void refetch()} />
      )}
      <MailedList search={search} />
    </div>
  )
}

function Invite() {
  return (
    <Card as="section" pad aria-labelledby="invite-by-email">
      <h2 id="invite-by-email">Invite by email</h2>
      <p className={styles.lead}>
        Each address gets one email with a link, which works for one new member within 30 days. No one is invited twice
        within 30 days.
      </p>
      <InviteForm />
    </Card>
  )
}

function NoMail({ onLinks }: { onLinks: () => void }) {
  return (
    <Banner
      action={
        <Button variant="line" size="sm" onClick={onLinks}>
          Go to links
        </Button>
      }
    >
      This site sends no email. Make a link instead, and send it in a message of your own.
    </Banner>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the form">
      <Card pad>
        <Skeleton width="30%" height={24} />
        <Skeleton className={styles.waiting} width="60%" />
        <Skeleton className={styles.waiting} height={120} />
      </Card>
    </SkeletonGroup>
  )
}
