import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../components/ui/button.tsx'
import * as styles from '../auth.module.css'

export interface CheckMailProps {
  email: string
  /** Returns to the form, for an address that was mistyped. */
  onOther: () => void
}

/** The next step after a sign-up that needs confirmation. It never reveals whether the address had an account. */
export function CheckMail({ email, onOther }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; the heading names the next step.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.checkMail}>
      <h2 ref={heading} tabIndex={-1}>
        Check your email
      </h2>
      <p>
        We have sent an email to <b className={`strong ${styles.address}`}>{email}</b>. Follow the link in it to finish,
        or enter the code.
      </p>
      <p className="small muted">
        Nothing there? Look in the spam folder and check the address. If you are already a member, log in instead.
      </p>
      <Link className="tap-line" to="/confirm?type=signup" state={{ email }}>
        Enter the code from the email instead
      </Link>
      <Button variant="line" block onClick={onOther}>
        Use another address
      </Button>
    </div>
  )
}
