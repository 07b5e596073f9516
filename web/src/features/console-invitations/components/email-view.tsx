import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { canMailQuery } from '../../../data/invitations/console-can-mail-query.ts'
import { mailedQuery } from '../../../data/invitations/console-mailed-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../invitations.module.css'
import { useMailedSearch } from '../use-mailed-search.ts'
import { InviteForm } from './invite-form.tsx'
import { MailedList } from './mailed-list.tsx'
import { MailUnknown, NoMail } from './no-mail.tsx'

/** Invites addresses by email where the site sends any, and lists those that were invited. */
export function EmailView({ onLinks }: { onLinks: () => void }) {
  const { data: canMail, error, refetch } = useQuery(canMailQuery)
  const search = useMailedSearch()
  // Drawn below the form, whose height is not known before, and loaded beside the answer.
  usePrefetchInfiniteQuery(mailedQuery(search.chosen))
  if (canMail === undefined && !error) return <MailUnknown />
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
