import { Banner } from '../../../components/feedback/banner.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import * as styles from '../auth.module.css'
import { ResendForm } from '../forms/resend-form.tsx'
import type { MailedKind } from '../mailed-link.ts'

const WAY_ON: Readonly<Record<Exclude<MailedKind, 'signup'>, { to: string; label: string }>> = {
  recovery: { to: '/forgot-password', label: 'Request a new link' },
  magiclink: { to: '/login', label: 'Go to the login page' },
  invite: { to: '/forgot-password', label: 'Request a link to set a password' },
  email_change: { to: '/profile', label: 'Go to your profile' },
}

/** The next step after an expired or used link. */
export function LinkExpired({ kind }: { kind: MailedKind }) {
  return (
    <>
      <Banner tone="danger" className={styles.notice}>
        This link has expired or was already used.
      </Banner>
      {kind === 'signup' ? (
        <>
          <p className={`muted ${styles.lead}`}>
            If you have already confirmed your address, log in. Otherwise we can send you a new link.
          </p>
          <ResendForm />
        </>
      ) : (
        <ButtonLink to={WAY_ON[kind].to} size="lg" block>
          {WAY_ON[kind].label}
        </ButtonLink>
      )}
    </>
  )
}
