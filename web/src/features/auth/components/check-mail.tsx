import { useEffect, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'

export interface CheckMailProps {
  email: string
  /** Back to the form, for an address with a slip in it. */
  onOther: () => void
}

/** What to do after a sign-up whose address has to be confirmed. The answer never tells whether it had an account. */
export function CheckMail({ email, onOther }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; the heading says what comes next.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="check-mail">
      <h2 ref={heading} tabIndex={-1}>
        Check your mail
      </h2>
      <p>
        A letter is on its way to <b className="strong check-mail-address">{email}</b>. Open the link in it to confirm
        your address; it brings you to your profile, signed in. It works for one day.
      </p>
      <p className="small muted">
        Nothing there? Look in the spam folder, and see that the address is right. If you are a member already, log in
        instead.
      </p>
      <Button variant="line" block onClick={onOther}>
        Use another address
      </Button>
    </div>
  )
}
