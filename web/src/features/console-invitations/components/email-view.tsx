import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { canMailQuery } from '../../../data/invitations/console-can-mail-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../invitations.module.css'
import { InviteForm } from './invite-form.tsx'
import { MailedList } from './mailed-list.tsx'

/** Invites addresses by email where the site sends any, and lists those that were invited. */
export function EmailView({ onLinks }: { onLinks: () => void }) {
  return (
    <div className={styles.email}>
      <Invite onLinks={onLinks} />
      <MailedList />
    </div>
  )
}

function Invite({ onLinks }: { onLinks: () => void }) {
  const { data: canMail, error, refetch } = useQuery(canMailQuery)
  if (canMail)
    return (
      <Card as="section" pad aria-labelledby="invite-by-email">
        <h2 id="invite-by-email">Invite by email</h2>
        <p className={styles.lead}>
          Each address gets one email with a link, which works for one sign-up within 30 days. No one is invited twice
          within 30 days.
        </p>
        <InviteForm />
      </Card>
    )
  if (canMail === false)
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
  if (error)
    return <ErrorBanner action={consoleFailureText.loadInvitations} error={error} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label="Loading the form">
      <Card pad>
        <Skeleton width="30%" height={20} />
        <Skeleton className={styles.waiting} height={120} />
      </Card>
    </SkeletonGroup>
  )
}
