import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useRef } from 'react'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Button } from '../../../components/ui/button.tsx'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { copyText } from '../copy-text.ts'

/** The member's own link to the register page, with a button that copies it. */
export function ReferralLink({ userId }: { userId: string }) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [copied, showCopied] = usePassingText(SHOWN_MS.copied)
  const link = `${window.location.origin}/register?ref=${userId}`

  const copy = async () => {
    const done = await copyText(link, field.current)
    if (done) {
      button.current?.focus()
      showCopied('Copied!')
    }
  }

  return (
    <div className="copy">
      <input
        ref={field}
        className="input"
        readOnly
        aria-label="Your referral link"
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button
        ref={button}
        icon={copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {copied ?? 'Copy Link'}
      </Button>
      <span className="vh" role="status">
        {copied}
      </span>
    </div>
  )
}
