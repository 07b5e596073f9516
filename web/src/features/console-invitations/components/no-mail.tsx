import { Banner } from '../../../components/feedback/banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as styles from '../invitations.module.css'

/** In place of a form that sends mails, on a site that sends none. */
export function NoMail({ onLinks }: { onLinks: () => void }) {
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

/** Until it is known whether the site sends mails. */
export function MailUnknown() {
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
