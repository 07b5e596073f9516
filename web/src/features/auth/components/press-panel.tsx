import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { InvitationEnded } from '../../../data/auth/invitation-ended.ts'
import { openOtherClient, useVerifyMutation } from '../../../data/auth/verify-mutation.ts'
import { useSession } from '../../../hooks/use-session.ts'
import * as styles from '../auth.module.css'
import { authFailureText, isUnanswered } from '../auth-failure.ts'
import { isForOtherClient, LINK_TEXTS, type MailedLink, NO_PASSWORD_YET } from '../mailed-link.ts'
import { LinkExpired } from './link-expired.tsx'

export interface PressPanelProps {
  link: MailedLink
  /** The invitation has ended, so no press can help. */
  onEnded: () => void
}

/** The button behind a mailed link. The token is used only on a press, and an unused token can be tried again. */
export function PressPanel({ link, onEnded }: PressPanelProps) {
  const { kind, token, to } = link
  const texts = LINK_TEXTS[kind]
  const session = useSession()
  const navigate = useNavigate()
  const verify = useVerifyMutation()
  const [failure, setFailure] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  // Read before the press, which changes the session.
  const [replaces] = useState(() => session.status === 'member')

  const hasEnded = verify.error instanceof InvitationEnded
  // The button that had the focus is gone.
  useEffect(() => {
    if (hasEnded) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [hasEnded])

  const press = () => {
    // Cleared first, so that the same text is announced again.
    setFailure(undefined)
    if (isForOtherClient(link)) {
      setLeaving(true)
      openOtherClient(link).catch((error: unknown) => {
        setLeaving(false)
        setFailure(authFailureText('signIn', error))
      })
      return
    }
    verify.mutate(
      { kind, token },
      {
        onSuccess: (outcome) => {
          if (outcome === 'signed-in') void navigate(to, { replace: true })
          if (outcome === 'choose-password')
            void navigate(NO_PASSWORD_YET.to, { replace: true, state: NO_PASSWORD_YET.state })
        },
        onError: (error) => {
          setFailure(pressFailure(error))
          if (error instanceof InvitationEnded) onEnded()
        },
      },
    )
  }

  if (verify.error && isSpent(verify.error)) return <LinkExpired kind={kind} />
  if (verify.data === 'other-address')
    return (
      <>
        <Banner tone="success" className={styles.notice}>
          This address is confirmed. Now open the email sent to your other address and confirm that one too.
        </Banner>
        <ButtonLink to="/profile" variant="line" block>
          Go to your profile
        </ButtonLink>
      </>
    )
  return (
    <>
      {failure && (
        <Banner tone="danger" className={styles.notice}>
          {failure}
        </Banner>
      )}
      {replaces && !hasEnded && (
        <Banner tone="warn" className={styles.notice}>
          {kind === 'email_change'
            ? 'Someone is already signed in here. If another person asked for this change, do not press the button: it would sign you in to their account.'
            : 'Someone is already signed in here. This link will sign in the account it was sent to instead.'}
        </Banner>
      )}
      {!hasEnded && (
        <Button
          size="lg"
          block
          onClick={press}
          busy={verify.isPending || verify.isSuccess || leaving}
          busyText={texts.busy}
        >
          {texts.button}
        </Button>
      )}
    </>
  )
}

function isSpent(error: Error): boolean {
  return (error as { code?: string }).code === 'otp_expired'
}

function pressFailure(error: Error): string {
  const text = authFailureText('requestPasswordReset', error)
  if (!isUnanswered(error)) return text
  // Online, the request may have arrived and only its answer been lost.
  return navigator.onLine
    ? 'The server did not answer. Press the button again.'
    : `${text} Your link has not been used.`
}
